// RUN: dtyp-opt --cudax-attach-targets %s | FileCheck %s --check-prefix=DEFAULT
// RUN: dtyp-opt --cudax-attach-targets="chip=sm_80,sm_90a,sm_120 opt-level=1" %s | FileCheck %s --check-prefix=SEVERAL
// RUN: dtyp-opt --cudax-attach-targets="chip=sm_90 features=+ptx82" %s | FileCheck %s --check-prefix=FEATURES

// The PTX version is the lowest that has the chip, but 7.3.
// DEFAULT-LABEL: gpu.module @bare
// DEFAULT-SAME:    [#nvvm.target<O = 3, chip = "sm_75", features = "+ptx73">]
// SEVERAL-LABEL: gpu.module @bare
// SEVERAL-SAME:    [#nvvm.target<O = 1, chip = "sm_80", features = "+ptx73">,
// SEVERAL-SAME:     #nvvm.target<O = 1, chip = "sm_90a", features = "+ptx80">,
// SEVERAL-SAME:     #nvvm.target<O = 1, chip = "sm_120", features = "+ptx87">]
// FEATURES-LABEL: gpu.module @bare
// FEATURES-SAME:    [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx82">]
gpu.module @bare {
}

// A module that has targets keeps them, unless others are asked for.
// DEFAULT-LABEL: gpu.module @with_target
// DEFAULT-SAME:    [#nvvm.target<chip = "sm_100">]
// SEVERAL-LABEL: gpu.module @with_target
// SEVERAL-SAME:    chip = "sm_80"
// SEVERAL-NOT:     sm_100"
gpu.module @with_target [#nvvm.target<chip = "sm_100">] {
}
