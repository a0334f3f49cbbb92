// A driver that has the dialects already may load the plugin, too: both take
// them from the one libDtyp.so, so there is no second copy to clash with.

// RUN: dtyp-opt %s --load-dialect-plugin=%dtyp_plugin --load-pass-plugin=%dtyp_plugin \
// RUN:   --pass-pipeline='builtin.module(canonicalize,dtyp-erase-providers)' 2>&1 | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%dtyp_plugin --load-dialect-plugin=%dtyp_plugin \
// RUN:   | FileCheck %s

// CHECK-NOT: error
// CHECK-LABEL: func.func @itemsize
func.func @itemsize() -> index {
  %dt = dtyp.constant f32
  %size = dtyp.itemsize %dt : !dtyp.dtype<f32>
  return %size : index
}

// What is no plugin is refused with the reason, before anything is read.
// RUN: not mlir-opt %s --load-dialect-plugin=%s 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: {{Failed to load|Could not load library}}
