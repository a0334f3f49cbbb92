// A loop that carries as many values as a thread has registers: the number of the
// thread is read again behind it, and the address that is needed for the shorter
// time is computed first. A loop with room for it keeps the number in a register.

// RUN: dtyp-compile %s --chip=sm_90 --kernel-bare-ptr --emit=ptx -o - | FileCheck %s

!large = memref<16x16xf32, #gpu.address_space<private>>
!small = memref<4x4xf32, #gpu.address_space<private>>

gpu.module @kernels {
  // CHECK-LABEL: .entry crowded(
  // CHECK-DAG:     ld.param.b64 [[A_PARAM:%rd[0-9]+]], [crowded_param_0];
  // CHECK-DAG:     cvta.to.global.u64 [[A:%rd[0-9]+]], [[A_PARAM]];
  // CHECK-DAG:     ld.param.b64 [[B_PARAM:%rd[0-9]+]], [crowded_param_1];
  // CHECK-DAG:     cvta.to.global.u64 [[B:%rd[0-9]+]], [[B_PARAM]];
  // CHECK:         mov.u32 {{%r[0-9]+}}, %tid.x;
  // CHECK:       [[LOOP:\$L__BB[0-9_]+]]:
  // CHECK:         add.s64 {{%rd[0-9]+}}, [[B]],
  // CHECK-NEXT:    add.s64 {{%rd[0-9]+}}, [[A]],
  // CHECK:         bra [[LOOP]];
  // CHECK:         mov.u32 [[CTAID:%r[0-9]+]], %ctaid.x;
  // CHECK:         mov.u32 [[NTID:%r[0-9]+]], %ntid.x;
  // CHECK:         mov.u32 [[TID:%r[0-9]+]], %tid.x;
  // CHECK:         mad.lo.s32 [[NUMBER:%r[0-9]+]], [[CTAID]], [[NTID]], [[TID]];
  // CHECK:         mul.wide.u32 {{%rd[0-9]+}}, [[NUMBER]], 4;
  gpu.func @crowded(%a: memref<256x16xf32> {llvm.noalias, llvm.readonly},
      %b: memref<256x16xf32> {llvm.noalias, llvm.readonly},
      %out: memref<16x16x1024xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c256 = arith.constant 256 : index
    %t = gpu.global_id x
    %number = arith.index_cast %t : index to i32
    %start = arith.sitofp %number : i32 to f32
    %tile = memref.alloca() : !large
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %start, %tile[%i, %j] : !large
      }
    }
    scf.for %k = %c0 to %c256 step %c1 {
      scf.for %i = %c0 to %c16 step %c1 {
        %x = memref.load %a[%k, %i] : memref<256x16xf32>
        scf.for %j = %c0 to %c16 step %c1 {
          %y = memref.load %b[%k, %j] : memref<256x16xf32>
          %old = memref.load %tile[%i, %j] : !large
          %new = math.fma %x, %y, %old : f32
          memref.store %new, %tile[%i, %j] : !large
        }
      }
    }
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        %v = memref.load %tile[%i, %j] : !large
        memref.store %v, %out[%i, %j, %t] : memref<16x16x1024xf32>
      }
    }
    gpu.return
  }

  // CHECK-LABEL: .entry roomy(
  // CHECK:         mov.u32 {{%r[0-9]+}}, %tid.x;
  // CHECK:       [[LOOP:\$L__BB[0-9_]+]]:
  // CHECK:         bra [[LOOP]];
  // CHECK-NOT:     %tid.x
  // CHECK:         ret;
  gpu.func @roomy(%a: memref<256x4xf32> {llvm.noalias, llvm.readonly},
      %out: memref<4x4x1024xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c256 = arith.constant 256 : index
    %t = gpu.global_id x
    %number = arith.index_cast %t : index to i32
    %start = arith.sitofp %number : i32 to f32
    %tile = memref.alloca() : !small
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        memref.store %start, %tile[%i, %j] : !small
      }
    }
    scf.for %k = %c0 to %c256 step %c1 {
      scf.for %i = %c0 to %c4 step %c1 {
        %x = memref.load %a[%k, %i] : memref<256x4xf32>
        scf.for %j = %c0 to %c4 step %c1 {
          %old = memref.load %tile[%i, %j] : !small
          %new = math.fma %x, %x, %old : f32
          memref.store %new, %tile[%i, %j] : !small
        }
      }
    }
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %v = memref.load %tile[%i, %j] : !small
        memref.store %v, %out[%i, %j, %t] : memref<4x4x1024xf32>
      }
    }
    gpu.return
  }

  // An address that another one is computed from stays ahead of it, though it is
  // needed for longer. The number of a multiprocessor, which may change, is not read
  // again, nor is a register whose name PTX spells otherwise than LLVM does.
  // CHECK-LABEL: .entry dependent(
  // CHECK:         mov.u32 [[SM:%r[0-9]+]], %smid;
  // CHECK:         mov.u32 [[MASK:%r[0-9]+]], %lanemask_lt;
  // CHECK:       [[LOOP:\$L__BB[0-9_]+]]:
  // CHECK:         xor.b64 [[OFFSET:%rd[0-9]+]],
  // CHECK:         add.s64 [[FIRST:%rd[0-9]+]], %rd{{[0-9]+}}, [[OFFSET]];
  // CHECK:         add.s64 [[SECOND:%rd[0-9]+]], [[FIRST]],
  // CHECK-NEXT:    ld.volatile.global.b32 {{%r[0-9]+}}, [[[SECOND]]];
  // CHECK-NEXT:    ld.volatile.global.b32 {{%r[0-9]+}}, [[[FIRST]]];
  // CHECK:         bra.uni [[LOOP]];
  // CHECK-NOT:     {{smid|lanemask}}
  // CHECK:         ret;
  gpu.func @dependent(%a: !llvm.ptr<1>, %m: i64, %n: i64,
      %out: memref<16x16x1024xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c256 = arith.constant 256 : index
    %sm = nvvm.read.ptx.sreg.smid : i32
    %mask = nvvm.read.ptx.sreg.lanemask.lt : i32
    %product = arith.muli %sm, %mask : i32
    %start = arith.sitofp %product : i32 to f32
    %number = arith.index_castui %product : i32 to index
    %tile = memref.alloca() : !large
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %start, %tile[%i, %j] : !large
      }
    }
    scf.for %k = %c0 to %c256 step %c1 {
      %k64 = arith.index_cast %k : index to i64
      %scaled = arith.muli %k64, %m : i64
      %offset = arith.xori %scaled, %m : i64
      %distance = arith.andi %offset, %n : i64
      %first = llvm.getelementptr %a[%offset] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %second = llvm.getelementptr %first[%distance] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
      %x = llvm.load volatile %second : !llvm.ptr<1> -> f32
      %y = llvm.load volatile %first : !llvm.ptr<1> -> f32
      scf.for %i = %c0 to %c16 step %c1 {
        scf.for %j = %c0 to %c16 step %c1 {
          %old = memref.load %tile[%i, %j] : !large
          %new = math.fma %x, %y, %old : f32
          memref.store %new, %tile[%i, %j] : !large
        }
      }
    }
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        %v = memref.load %tile[%i, %j] : !large
        memref.store %v, %out[%i, %j, %number] : memref<16x16x1024xf32>
      }
    }
    gpu.return
  }
}
