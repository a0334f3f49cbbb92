// Every chip in every format, one run for each format. Nothing is written to
// stderr.

// RUN: dtyp-opt %S/Inputs/kernel.mlir -o %t.llvm --dtyp-to-nvvm="format=llvm chip=sm_75,sm_80,sm_86,sm_89,sm_90,sm_90a,sm_100,sm_103,sm_120,sm_121" 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=LLVM < %t.llvm
// RUN: dtyp-opt %S/Inputs/kernel.mlir -o %t.isa --dtyp-to-nvvm="format=isa chip=sm_75,sm_80,sm_86,sm_89,sm_90,sm_90a,sm_100,sm_103,sm_120,sm_121" 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=ISA < %t.isa

// LLVM-COUNT-10: offload = "BC

// ISA:      .version 7.3\0A.target sm_75\0A
// ISA-SAME: .version 7.3\0A.target sm_80\0A
// ISA-SAME: .version 7.3\0A.target sm_86\0A
// ISA-SAME: .version 7.8\0A.target sm_89\0A
// ISA-SAME: .version 7.8\0A.target sm_90\0A
// ISA-SAME: .version 8.0\0A.target sm_90a\0A
// ISA-SAME: .version 8.6\0A.target sm_100\0A
// ISA-SAME: .version 8.8\0A.target sm_103\0A
// ISA-SAME: .version 8.7\0A.target sm_120\0A
// ISA-SAME: .version 8.8\0A.target sm_121\0A
