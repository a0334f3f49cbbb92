"""Modules for tests of launches."""


def kernel_source(arguments, body=""):
    """A module with one kernel; in its body, `%i` is the thread and `%c0` is 0."""
    return f"""
    gpu.module @kernels {{
      gpu.func @kernel({arguments}) kernel {{
        %i = gpu.global_id x
        %c0 = arith.constant 0 : index
        {body}
        gpu.return
      }}
    }}"""
