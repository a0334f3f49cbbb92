// Records as elements and, behind dtyp-records-to-bytes, as bytes: both give the
// same. The padding of a record that is copied whole is copied, too.

// RUN: %dtyp_opt --cudax-resolve-arrays --dtyp-records-to-bytes %s -o %t.mlir

// RUN: %dtyp_run %s --kernel=reverse --block 4 'uint8[192]=arange' 'out:uint8[192]=zeros' 'out:float32[4]=zeros' 'out:uint8[32]=zeros' --print-all | FileCheck %s --check-prefix=REVERSE
// RUN: %dtyp_run %t.mlir --kernel=reverse --block 4 'uint8[192]=arange' 'out:uint8[192]=zeros' 'out:float32[4]=zeros' 'out:uint8[32]=zeros' --print-all | FileCheck %s --check-prefix=REVERSE
// REVERSE: argument 2 uint8[192] = [144 145 146 147 148 149 {{.*}} 187 188 189 190 191 96 97 {{.*}} 142 143 48 49 {{.*}} 94 95 0 1 {{.*}} 46 47]
// REVERSE: argument 3 float32[4] = [8.822661e-18 9.067818e+11 3.39576e+38 -8.352987e-08]
// REVERSE: argument 4 uint8[32] = [36 37 38 39 40 41 42 43 84 85 86 87 88 89 90 91 132 133 134 135 136 137 138 139 180 181 182 183 184 185 186 187]

// RUN: %dtyp_run %s --kernel=copies 'uint8[56]=arange' 'out:uint8[56]=full:255' 'out:uint8[3]=zeros' --print-all | FileCheck %s --check-prefix=COPIES
// RUN: %dtyp_run %t.mlir --kernel=copies 'uint8[56]=arange' 'out:uint8[56]=full:255' 'out:uint8[3]=zeros' --print-all | FileCheck %s --check-prefix=COPIES
// COPIES: argument 2 uint8[56] = [255 255 255 255 255 255 255 255 255 255 255 255 255 255 14 15 16 17 18 19 20 21 22 23 24 25 26 27 255 255 255 255 255 255 255 255 255 255 255 255 255 255 42 43 44 45 46 47 48 49 50 51 52 53 54 55]
// COPIES: argument 3 uint8[3] = [53 54 55]

// RUN: %dtyp_run %s --kernel=numbers --block 2 'uint8[16]=arange' 'out:uint8[16]=zeros' 'out:float32[2]=zeros' | FileCheck %s --check-prefix=NUMBERS
// RUN: %dtyp_run %t.mlir --kernel=numbers --block 2 'uint8[16]=arange' 'out:uint8[16]=zeros' 'out:float32[2]=zeros' | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: argument 2 uint8[16] = [7 6 5 4 3 2 1 0 15 14 13 12 11 10 9 8]

// Arrays of numbers as other dtypes.
// RUN: %dtyp_run %s --kernel=of_numbers --block 2 'float32[4]=arange' 'out:complex64[2]=arange' 'out:float32[2]=zeros' | FileCheck %s --check-prefix=OF-NUMBERS
// RUN: %dtyp_run %t.mlir --kernel=of_numbers --block 2 'float32[4]=arange' 'out:complex64[2]=arange' 'out:float32[2]=zeros' | FileCheck %s --check-prefix=OF-NUMBERS
// OF-NUMBERS: argument 2 complex64[2] = [0j (1+2j)]
// OF-NUMBERS: argument 3 float32[2] = [1.0 3.0]

// RUN: %dtyp_run %s --function=host 'out:float32[4]=zeros' | FileCheck %s --check-prefix=HOST
// RUN: %dtyp_run %t.mlir --function=host 'out:float32[4]=zeros' | FileCheck %s --check-prefix=HOST
// HOST: argument 1 float32[4] = [0.5 1.5 2.5 3.5]

!inner = !dtyp.record<aligned, tag: i8, weights: !dtyp.subarray<3xf32>>
!outer = !dtyp.record<aligned, kind: ui8, inner: !dtyp.subarray<2x!inner>, name: !dtyp.str<2>, word: !dtyp.big_endian<ui16>, flag: i1>
!packed = !dtyp.record<id: ui16, alive: i1, z: complex<f32>, name: !dtyp.bytes<3>>
!pair = !dtyp.record<aligned, x: f32, bits: ui32>
!point = !dtyp.record<aligned, id: i8, x: f32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global "private" @shared : memref<4x!outer, #gpu.address_space<workgroup>> = uninitialized

    func.func @pick(%flag: i1, %a: !outer, %b: !outer) -> !outer {
      %result = scf.if %flag -> !outer {
        scf.yield %a : !outer
      } else {
        scf.yield %b : !outer
      }
      return %result : !outer
    }

    // Through shared memory of both kinds.
    gpu.func @reverse(%in: memref<192xi8>, %out: memref<192xi8>, %sums: memref<4xf32>, %names: memref<32xi8>)
        workgroup(%first: memref<4x!outer, #gpu.address_space<workgroup>>) kernel {
      %i = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %j = arith.subi %c3, %i : index
      %a = dtyp.view %in as !outer : memref<192xi8> to memref<4x!outer>
      %b = dtyp.view %out as !outer : memref<192xi8> to memref<4x!outer>
      %n = dtyp.view %names as !dtyp.str<2> : memref<32xi8> to memref<4x!dtyp.str<2>>
      %second = memref.get_global @shared : memref<4x!outer, #gpu.address_space<workgroup>>
      %own = memref.load %a[%i] : memref<4x!outer>
      dtyp.store %own, %first[%j] : !outer, memref<4x!outer, #gpu.address_space<workgroup>>
      memref.store %own, %second[%j] : memref<4x!outer, #gpu.address_space<workgroup>>
      gpu.barrier
      %x = dtyp.load %first[%i] : memref<4x!outer, #gpu.address_space<workgroup>>
      %y = dtyp.load %second[%i] : memref<4x!outer, #gpu.address_space<workgroup>>
      %isFirst = arith.cmpi eq, %i, %c0 : index
      %picked = func.call @pick(%isFirst, %x, %y) : (i1, !outer, !outer) -> !outer
      dtyp.store %picked, %b[%i] : !outer, memref<4x!outer>
      %zero = arith.constant 0.0 : f32
      %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %zero) -> f32 {
        %w = dtyp.load %a[%i]["inner"][%c1]["weights"][%k] : memref<4x!outer>
        %t = arith.addf %s, %w : f32
        scf.yield %t : f32
      }
      memref.store %sum, %sums[%i] : memref<4xf32>
      %name = dtyp.load %a[%i]["name"] : memref<4x!outer>
      dtyp.store %name, %n[%i] : !dtyp.str<2>, memref<4x!dtyp.str<2>>
      gpu.return
    }

    gpu.func @copies(%in: memref<56xi8>, %out: memref<56xi8>, %name: memref<3xi8>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %a = dtyp.view %in as !packed : memref<56xi8> to memref<4x!packed>
      %b = dtyp.view %out as !packed : memref<56xi8> to memref<4x!packed>
      %local = memref.alloca() : memref<2x!packed>
      %odd = memref.subview %a[%c1] [2] [2] : memref<4x!packed> to memref<2x!packed, strided<[2], offset: ?>>
      %to = memref.subview %b[1] [2] [2] : memref<4x!packed> to memref<2x!packed, strided<[2], offset: 1>>
      memref.copy %odd, %local : memref<2x!packed, strided<[2], offset: ?>> to memref<2x!packed>
      memref.copy %local, %to : memref<2x!packed> to memref<2x!packed, strided<[2], offset: 1>>
      %n = dtyp.view %name as !dtyp.bytes<3> : memref<3xi8> to memref<1x!dtyp.bytes<3>>
      %bytes = dtyp.load %local[%c1]["name"] : memref<2x!packed>
      dtyp.store %bytes, %n[%c0] : !dtyp.bytes<3>, memref<1x!dtyp.bytes<3>>
      gpu.return
    }

    gpu.func @numbers(%in: memref<16xi8>, %out: memref<16xi8>, %dummy: memref<2xf32>) kernel {
      %i = gpu.thread_id x
      %a = dtyp.view %in as !dtyp.big_endian<f64> : memref<16xi8> to memref<2x!dtyp.big_endian<f64>>
      %b = dtyp.view %out as f64 : memref<16xi8> to memref<2xf64>
      %v = dtyp.load %a[%i] : memref<2x!dtyp.big_endian<f64>>
      memref.store %v, %b[%i] : memref<2xf64>
      gpu.return
    }

    gpu.func @of_numbers(%in: memref<?xf32>, %z: memref<2xcomplex<f32>>, %out: memref<2xf32>) kernel {
      %i = gpu.thread_id x
      %a = dtyp.view %in as !pair : memref<?xf32> to memref<?x!pair>
      %b = dtyp.view %out as ui32 : memref<2xf32> to memref<2xi32>
      %bits = dtyp.load %a[%i]["bits"] : memref<?x!pair>
      memref.store %bits, %b[%i] : memref<2xi32>
      %x = dtyp.load %a[%i]["x"] : memref<?x!pair>
      dtyp.store %x, %z[%i]["imag"] : f32, memref<2xcomplex<f32>>
      gpu.return
    }

    gpu.func @halves(%points: memref<?x!point>) kernel {
      %i = gpu.thread_id x
      %id = dtyp.load %points[%i]["id"] : memref<?x!point>
      %f = arith.sitofp %id : i8 to f32
      %half = arith.constant 0.5 : f32
      %x = arith.addf %f, %half : f32
      dtyp.store %x, %points[%i]["x"] : f32, memref<?x!point>
      gpu.return
    }
  }

  func.func @host(%out: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %points = memref.alloc(%c4) : memref<?x!point>
    scf.for %i = %c0 to %c4 step %c1 {
      %id = arith.index_cast %i : index to i8
      dtyp.store %id, %points[%i]["id"] : i8, memref<?x!point>
    }
    %device = gpu.alloc (%c4) : memref<?x!point>
    gpu.memcpy %device, %points : memref<?x!point>, memref<?x!point>
    gpu.launch_func @kernels::@halves blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%device : memref<?x!point>)
    gpu.memcpy %points, %device : memref<?x!point>, memref<?x!point>
    gpu.dealloc %device : memref<?x!point>
    %xs = dtyp.field_view %points["x"] : memref<?x!point> to memref<?xf32, strided<[2], offset: 1>>
    scf.for %i = %c0 to %c4 step %c1 {
      %x = memref.load %xs[%i] : memref<?xf32, strided<[2], offset: 1>>
      memref.store %x, %out[%i] : memref<4xf32>
    }
    memref.dealloc %points : memref<?x!point>
    return
  }
}
