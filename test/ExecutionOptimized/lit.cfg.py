# -*- Python -*-
# The tests of ../Execution on the emulator, with the optimizations of GPU code.

import os

config.dtyp_target = "cpu-optimized"
lit_config.load_config(
    config, os.path.join(config.dtyp_src_root, "test/Execution/lit.cfg.py")
)
