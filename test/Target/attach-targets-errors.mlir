// Every option is checked before LLVM sees it: it would end the process or go on.

// RUN: not dtyp-opt --cudax-attach-targets="chip=sm_999" %s 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: error: expected a chip that LLVM 22.1.{{[0-9]+}} knows, but got 'sm_999'; did you mean 'sm_{{[0-9]+}}'?

// RUN: not dtyp-opt --cudax-attach-targets="chip=compute_80" %s 2>&1 | FileCheck %s --check-prefix=COMPUTE
// COMPUTE: error: expected a chip {{.*}} but got 'compute_80'; did you mean 'sm_80'?

// RUN: not dtyp-opt --cudax-attach-targets="chip=sm_80,sm_80" %s 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: expected different chips in the option 'chip', but got 'sm_80' twice

// RUN: not dtyp-opt --cudax-attach-targets="chip=sm_90 features=+ptx73" %s 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: error: expected at least PTX 7.8 (+ptx78), which sm_90 needs, but got PTX 7.3 (+ptx73)

// RUN: not dtyp-opt --cudax-attach-targets="chip=sm_75 features=+ptx70" %s 2>&1 | FileCheck %s --check-prefix=ALLOCA
// ALLOCA: error: expected at least PTX 7.3 (+ptx73), which allocas of dynamic size need, but got PTX 7.0 (+ptx70)

// RUN: not dtyp-opt --cudax-attach-targets="features=+ptx91" %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: expected a PTX version that LLVM 22.1.{{[0-9]+}} knows as a feature (+ptx73 to +ptx90), but got '+ptx91'

// RUN: not dtyp-opt --cudax-attach-targets="features=+fma" %s 2>&1 | FileCheck %s --check-prefix=FEATURE
// FEATURE: error: expected a PTX version {{.*}} but got '+fma'

// RUN: not dtyp-opt --cudax-attach-targets="features=ptx80" %s 2>&1 | FileCheck %s --check-prefix=SIGN
// SIGN: error: expected a feature to start with '+', but got 'ptx80'; write '+ptx80'

// RUN: not dtyp-opt --cudax-attach-targets="features=+sm_90" %s 2>&1 | FileCheck %s --check-prefix=SM
// SM: error: expected only a PTX version (+ptx80) as a feature, but got '+sm_90'; a chip is chosen by the option 'chip'

// RUN: not dtyp-opt --cudax-attach-targets="features=+ptx80,+ptx83" %s 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: error: expected one PTX version as a feature, but got '+ptx80,+ptx83'

// RUN: not dtyp-opt --cudax-attach-targets="opt-level=4" %s 2>&1 | FileCheck %s --check-prefix=LEVEL
// LEVEL: error: expected the option 'opt-level' to be 0 to 3, but got 4

gpu.module @m {
}
