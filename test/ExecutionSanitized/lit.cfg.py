# -*- Python -*-
# The tests of ../Execution on the emulator's sanitizer, which must find nothing.

import os

config.dtyp_target = "cpu-sanitized"
lit_config.load_config(
    config, os.path.join(config.dtyp_src_root, "test/Execution/lit.cfg.py")
)
