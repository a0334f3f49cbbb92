"""Speaks the language server protocol as an editor does.

usage: client.py SERVER
"""

import json
import subprocess
import sys

URI = "test:///a.mlir"
TEXT = "func.func private @f(!dtyp.dtype<f32>)\n!a = !dtyp.dtype<f32>\n"


class Server:
    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "--log=error"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def send(self, method, params, **extra):
        body = json.dumps(
            {"jsonrpc": "2.0", "method": method, "params": params, **extra}
        ).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = int(self.process.stdout.readline().split(b":")[1])
        self.process.stdout.readline()
        return self.process.stdout.read(length).decode()

    def end(self):
        self.process.stdin.close()
        return self.process.wait()


def main():
    server = Server(sys.argv[1])
    server.send("initialize", {"capabilities": {}}, id=0)
    server.receive()
    document = {"uri": URI, "languageId": "mlir", "version": 1, "text": TEXT}
    server.send("textDocument/didOpen", {"textDocument": document})
    server.receive()  # Diagnostics.
    position = {"line": 1, "character": 1}
    server.send(
        "textDocument/hover",
        {"textDocument": {"uri": URI}, "position": position},
        id=1,
    )
    answer = server.receive()
    text = json.loads(answer)["result"]["contents"]["value"]
    print("hover:", text.replace("\n", " "))
    print("one line:", "\n" not in answer)
    server.send("shutdown", None, id=2)
    server.receive()
    server.send("exit", None)
    print("exit status after shutdown:", server.end())
    print("exit status without:", Server(sys.argv[1]).end())


main()
