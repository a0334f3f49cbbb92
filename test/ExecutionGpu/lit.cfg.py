# -*- Python -*-
# The tests of ../Execution on the GPU, where there is one.

import os

config.dtyp_target = "gpu"
lit_config.load_config(
    config, os.path.join(config.dtyp_src_root, "test/Execution/lit.cfg.py")
)
