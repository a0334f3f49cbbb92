"""Instructions of the kernels in a cubin. Needs Python only: nvdisasm takes a second
for each file."""

import struct

# Instructions of sm_70 and later are 16 bytes; the lowest 12 bits are the opcode.
INSTRUCTION_BYTES = 16
NOP, BRANCH = 0x918, 0x947


def read_sections(elf):
    """The name and the bytes of each section of a 64-bit ELF file."""
    section_offset, = struct.unpack_from("<Q", elf, 0x28)
    entry_size, count, names_index = struct.unpack_from("<HHH", elf, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", elf, section_offset + i * entry_size)
               for i in range(count)]
    names_offset = headers[names_index][4]
    for name, _, _, _, offset, size in headers:
        start = names_offset + name
        yield elf[start:elf.index(b"\0", start)].decode(), elf[offset:offset + size]


def count_instructions(path):
    """The instructions of each kernel. Not counted are those that do nothing, with
    which the code is filled up, and the loop of its own at the end."""
    with open(path, "rb") as file:
        elf = file.read()
    counts = {}
    for name, code in read_sections(elf):
        if name.startswith(".text."):
            opcodes = [word & 0xFFF for word, in
                       struct.iter_unpack(f"<H{INSTRUCTION_BYTES - 2}x", code)]
            opcodes = [opcode for opcode in opcodes if opcode != NOP]
            is_loop = opcodes[-1] == BRANCH
            counts[name[len(".text."):]] = len(opcodes) - is_loop
    return counts
