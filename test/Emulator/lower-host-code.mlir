// RUN: dtyp-opt %s --dtyp-lower-host-code --split-input-file --verify-diagnostics | FileCheck %s

// An op becomes a call with its location; a token becomes a value.
// CHECK-LABEL: func.func @copies
func.func @copies(%in: memref<4xf32>, %start: !gpu.async.token) -> !gpu.async.token {
  // CHECK-SAME: -> i1
  // CHECK: %[[BYTES:.*]] = arith.muli
  // CHECK: %[[ADDRESS:.*]] = llvm.call @dtyp_host_alloc(%[[BYTES]],
  // CHECK: %[[MEMORY:.*]] = memref.view %{{.*}} to memref<4xf32>
  %a, %t0 = gpu.alloc async [%start] () : memref<4xf32>
  // CHECK: memref.extract_aligned_pointer_as_index %[[MEMORY]]
  // CHECK: memref.extract_aligned_pointer_as_index %{{.*}}in
  // CHECK: %[[IS_ASYNC:.*]] = arith.constant true
  // CHECK: llvm.call @dtyp_host_memcpy({{.*}}, %[[IS_ASYNC]], %{{.*}})
  // CHECK-NEXT: llvm.intr.stackrestore
  %t1 = gpu.memcpy async [%t0] %a, %in : memref<4xf32>, memref<4xf32>
  // CHECK-NOT: gpu.
  // CHECK: return %{{.*}} : i1
  return %t1 : !gpu.async.token
}
// CHECK-LABEL: func.func @copies.entry(%{{.*}}: !llvm.ptr)
// CHECK: call @copies

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%a: memref<?xf32>, %n: i32, %p: !llvm.ptr) kernel {
      gpu.return
    }
  }
  // The text has a letter for each parameter: two addresses, and offset, size
  // and stride of the array; a scalar; a pointer.
  // CHECK: llvm.mlir.global internal constant @[[$KINDS:.*]]("adiiisp\00")
  // CHECK-NEXT: llvm.mlir.global internal constant @[[$KERNEL:.*]]("k\00")
  // CHECK-NEXT: llvm.mlir.global internal constant @[[$MODULE:.*]]("kernels\00")
  // CHECK-LABEL: func.func @launches
  func.func @launches(%a: memref<?xf32>, %n: i32, %p: !llvm.ptr) {
    %c1 = arith.constant 1 : index
    // CHECK: llvm.mlir.addressof @[[$MODULE]] :
    // CHECK-NEXT: llvm.mlir.addressof @[[$KERNEL]] :
    // CHECK-NEXT: llvm.mlir.addressof @[[$KINDS]] :
    // CHECK: %[[IS_ASYNC:.*]] = arith.constant false
    // CHECK: llvm.call @dtyp_host_launch({{.*}}, %[[IS_ASYNC]], %{{.*}})
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<?xf32>, %n : i32, %p : !llvm.ptr)
    return
  }
}

// -----

func.func @layout() {
  // expected-error @below {{expected an array without a layout of its own, got 'memref<4xf32, strided<[2]>>'}}
  %a = gpu.alloc () : memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @unknown_elements(%a: memref<4xmemref<2xf32>>, %b: memref<4xmemref<2xf32>>) {
  // expected-error @below {{expected elements whose size in memory is known, got 'memref<2xf32>'}}
  gpu.memcpy %a, %b : memref<4xmemref<2xf32>>, memref<4xmemref<2xf32>>
  return
}

// -----

func.func @thread() -> index {
  // expected-error @below {{is not known in host code that is run}}
  %0 = gpu.thread_id x
  return %0 : index
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%a: tensor<4xf32>) kernel {
      gpu.return
    }
  }
  func.func @tensor(%a: tensor<4xf32>) {
    %c1 = arith.constant 1 : index
    // expected-error @below {{expected operands that have a form in memory, got 'tensor<4xf32>'}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : tensor<4xf32>)
    return
  }
}
