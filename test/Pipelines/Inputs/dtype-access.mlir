// Kernels that dtype-access.cu has, too.

!packed = !dtyp.record<id: ui8, n: i32, x: f32, d: f64>
!aligned = !dtyp.record<aligned, id: ui8, n: i32, x: f32, d: f64>
!samples = !dtyp.record<aligned, id: ui8, values: !dtyp.subarray<8xi16>>
!wave = !dtyp.record<device, z: complex<f32>, w: f32>
!body = !dtyp.record<device, x: !dtyp.vector<4xf32>, m: f32>
!float4 = !dtyp.vector<4xf32>

gpu.module @kernels {
  gpu.func @bool_select(%mask: memref<1024xi8>, %a: memref<1024xi8>, %b: memref<1024xi8>, %out: memref<1024xi8>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %mask[%i] : memref<1024xi8> as i1
    %1 = dtyp.load %a[%i] : memref<1024xi8> as i1
    %2 = dtyp.load %b[%i] : memref<1024xi8> as i1
    %3 = arith.select %0, %1, %2 : i1
    dtyp.store %3, %out[%i] : i1, memref<1024xi8> as i1
    gpu.return
  }

  gpu.func @bool_select_bytes(%mask: memref<1024xi8>, %a: memref<1024xi8>, %b: memref<1024xi8>, %out: memref<1024xi8>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %mask[%i] : memref<1024xi8> as i1
    %1 = dtyp.load %a[%i] : memref<1024xi8> as i1
    %2 = dtyp.load %b[%i] : memref<1024xi8> as i1
    %3 = arith.select %0, %1, %2 : i1
    dtyp.store %3, %out[%i] : i1, memref<1024xi8> as i1
    gpu.return
  }

  gpu.func @bool_where(%mask: memref<1024xi8>, %a: memref<1024xf32>, %b: f32, %out: memref<1024xf32>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %mask[%i] : memref<1024xi8> as i1
    %1 = memref.load %a[%i] : memref<1024xf32>
    %2 = arith.select %0, %1, %b : f32
    memref.store %2, %out[%i] : memref<1024xf32>
    gpu.return
  }

  gpu.func @bool_compare(%a: memref<1024xf32>, %b: f32, %out: memref<1024xi8>) kernel {
    %i = gpu.thread_id x
    %0 = memref.load %a[%i] : memref<1024xf32>
    %1 = arith.cmpf olt, %0, %b : f32
    dtyp.store %1, %out[%i] : i1, memref<1024xi8> as i1
    gpu.return
  }

  gpu.func @bf16_add(%a: memref<1024xbf16>, %b: memref<1024xbf16>, %out: memref<1024xbf16>) kernel {
    %i = gpu.thread_id x
    %0 = memref.load %a[%i] : memref<1024xbf16>
    %1 = memref.load %b[%i] : memref<1024xbf16>
    %2 = arith.addf %0, %1 : bf16
    memref.store %2, %out[%i] : memref<1024xbf16>
    gpu.return
  }

  gpu.func @bf16_scale(%a: memref<1024xbf16>, %factor: f32) kernel {
    %i = gpu.thread_id x
    %0 = memref.load %a[%i] : memref<1024xbf16>
    %1 = arith.extf %0 : bf16 to f32
    %2 = arith.mulf %1, %factor : f32
    %3 = arith.truncf %2 : f32 to bf16
    memref.store %3, %a[%i] : memref<1024xbf16>
    gpu.return
  }

  gpu.func @packed_load_int(%a: memref<64x!packed>, %out: memref<64xi32>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i]["n"] : memref<64x!packed>
    memref.store %0, %out[%i] : memref<64xi32>
    gpu.return
  }

  gpu.func @packed_load_float(%a: memref<64x!packed>, %out: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i]["x"] : memref<64x!packed>
    memref.store %0, %out[%i] : memref<64xf32>
    gpu.return
  }

  gpu.func @packed_load_double(%a: memref<64x!packed>, %out: memref<64xf64>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i]["d"] : memref<64x!packed>
    memref.store %0, %out[%i] : memref<64xf64>
    gpu.return
  }

  gpu.func @packed_store_int(%a: memref<64x!packed>, %in: memref<64xi32>) kernel {
    %i = gpu.thread_id x
    %0 = memref.load %in[%i] : memref<64xi32>
    dtyp.store %0, %a[%i]["n"] : i32, memref<64x!packed>
    gpu.return
  }

  gpu.func @packed_store_float(%a: memref<64x!packed>, %in: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %0 = memref.load %in[%i] : memref<64xf32>
    dtyp.store %0, %a[%i]["x"] : f32, memref<64x!packed>
    gpu.return
  }

  gpu.func @packed_store_double(%a: memref<64x!packed>, %in: memref<64xf64>) kernel {
    %i = gpu.thread_id x
    %0 = memref.load %in[%i] : memref<64xf64>
    dtyp.store %0, %a[%i]["d"] : f64, memref<64x!packed>
    gpu.return
  }

  gpu.func @packed_update(%a: memref<64x!packed>, %factor: f32) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i]["x"] : memref<64x!packed>
    %1 = arith.mulf %0, %factor : f32
    dtyp.store %1, %a[%i]["x"] : f32, memref<64x!packed>
    gpu.return
  }

  gpu.func @packed_copy(%a: memref<64x!packed>, %b: memref<64x!packed>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i] : memref<64x!packed>
    dtyp.store %0, %b[%i] : !packed, memref<64x!packed>
    gpu.return
  }

  gpu.func @aligned_load(%a: memref<64x!aligned>, %out: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i]["x"] : memref<64x!aligned>
    memref.store %0, %out[%i] : memref<64xf32>
    gpu.return
  }

  gpu.func @aligned_store(%a: memref<64x!aligned>, %in: memref<64xf64>) kernel {
    %i = gpu.thread_id x
    %0 = memref.load %in[%i] : memref<64xf64>
    dtyp.store %0, %a[%i]["d"] : f64, memref<64x!aligned>
    gpu.return
  }

  gpu.func @aligned_update(%a: memref<64x!aligned>, %factor: f32) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i]["x"] : memref<64x!aligned>
    %1 = arith.mulf %0, %factor : f32
    dtyp.store %1, %a[%i]["x"] : f32, memref<64x!aligned>
    gpu.return
  }

  gpu.func @aligned_copy(%a: memref<64x!aligned>, %b: memref<64x!aligned>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i] : memref<64x!aligned>
    dtyp.store %0, %b[%i] : !aligned, memref<64x!aligned>
    gpu.return
  }

  gpu.func @device_copy(%a: memref<64x!body>, %b: memref<64x!body>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i] : memref<64x!body>
    dtyp.store %0, %b[%i] : !body, memref<64x!body>
    gpu.return
  }

  gpu.func @device_update(%a: memref<64x!body>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i]["x"] : memref<64x!body>
    %1 = dtyp.load %a[%i]["m"] : memref<64x!body>
    %2 = vector.broadcast %1 : f32 to vector<4xf32>
    %3 = arith.mulf %0, %2 : vector<4xf32>
    dtyp.store %3, %a[%i]["x"] : vector<4xf32>, memref<64x!body>
    gpu.return
  }

  gpu.func @local_aligned(%in: memref<4xf32>, %k: index, %n: index, %out: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %local = memref.alloca() : memref<16x!aligned, #gpu.address_space<private>>
    %0 = memref.load %in[%c0] : memref<4xf32>
    %1 = memref.load %in[%c1] : memref<4xf32>
    dtyp.store %0, %local[%k]["x"] : f32, memref<16x!aligned, #gpu.address_space<private>>
    dtyp.store %1, %local[%i]["x"] : f32, memref<16x!aligned, #gpu.address_space<private>>
    %2 = dtyp.load %local[%n]["x"] : memref<16x!aligned, #gpu.address_space<private>>
    memref.store %2, %out[%i] : memref<64xf32>
    gpu.return
  }

  gpu.func @local_packed(%in: memref<4xf32>, %k: index, %n: index, %out: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %local = memref.alloca() : memref<16x!packed, #gpu.address_space<private>>
    %0 = memref.load %in[%c0] : memref<4xf32>
    %1 = memref.load %in[%c1] : memref<4xf32>
    dtyp.store %0, %local[%k]["x"] : f32, memref<16x!packed, #gpu.address_space<private>>
    dtyp.store %1, %local[%i]["x"] : f32, memref<16x!packed, #gpu.address_space<private>>
    %2 = dtyp.load %local[%n]["x"] : memref<16x!packed, #gpu.address_space<private>>
    memref.store %2, %out[%i] : memref<64xf32>
    gpu.return
  }

  gpu.func @local_copy(%a: memref<64x!aligned>, %k: index, %n: index, %b: memref<64x!aligned>) kernel {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %local = memref.alloca() : memref<16x!aligned, #gpu.address_space<private>>
    %0 = dtyp.load %a[%c0] : memref<64x!aligned>
    %1 = dtyp.load %a[%c1] : memref<64x!aligned>
    dtyp.store %0, %local[%k] : !aligned, memref<16x!aligned, #gpu.address_space<private>>
    dtyp.store %1, %local[%i] : !aligned, memref<16x!aligned, #gpu.address_space<private>>
    %2 = dtyp.load %local[%n] : memref<16x!aligned, #gpu.address_space<private>>
    dtyp.store %2, %b[%i] : !aligned, memref<64x!aligned>
    gpu.return
  }

  gpu.func @subarray_element(%a: memref<64x!samples>, %k: index, %out: memref<64xi16>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i]["values"][%k] : memref<64x!samples>
    memref.store %0, %out[%i] : memref<64xi16>
    gpu.return
  }

  gpu.func @vector_copy(%a: memref<64x!float4>, %b: memref<64x!float4>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i] : memref<64x!float4>
    dtyp.store %0, %b[%i] : vector<4xf32>, memref<64x!float4>
    gpu.return
  }

  gpu.func @vector_scale(%a: memref<64x!float4>, %factor: f32) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i] : memref<64x!float4>
    %1 = vector.broadcast %factor : f32 to vector<4xf32>
    %2 = arith.mulf %0, %1 : vector<4xf32>
    dtyp.store %2, %a[%i] : vector<4xf32>, memref<64x!float4>
    gpu.return
  }

  gpu.func @big_endian_load(%a: memref<64x!dtyp.big_endian<i32>>, %out: memref<64xi32>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i] : memref<64x!dtyp.big_endian<i32>>
    memref.store %0, %out[%i] : memref<64xi32>
    gpu.return
  }

  gpu.func @big_endian_update(%a: memref<64x!dtyp.big_endian<i32>>, %n: i32) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i] : memref<64x!dtyp.big_endian<i32>>
    %1 = arith.addi %0, %n : i32
    dtyp.store %1, %a[%i] : i32, memref<64x!dtyp.big_endian<i32>>
    gpu.return
  }

  gpu.func @complex_record(%a: memref<64x!wave>, %b: memref<64x!wave>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i]["z"] : memref<64x!wave>
    %1 = dtyp.load %b[%i]["z"] : memref<64x!wave>
    %2 = complex.add %0, %1 : complex<f32>
    dtyp.store %2, %a[%i]["z"] : complex<f32>, memref<64x!wave>
    gpu.return
  }

  gpu.func @complex_aligned(%a: memref<64xcomplex<f32>>, %b: memref<64xcomplex<f32>>) kernel {
    %i = gpu.thread_id x
    %c = memref.assume_alignment %a, 8 : memref<64xcomplex<f32>>
    %d = memref.assume_alignment %b, 8 : memref<64xcomplex<f32>>
    %0 = dtyp.load %c[%i] : memref<64xcomplex<f32>>
    %1 = dtyp.load %d[%i] : memref<64xcomplex<f32>>
    %2 = complex.add %0, %1 : complex<f32>
    dtyp.store %2, %c[%i] : complex<f32>, memref<64xcomplex<f32>>
    gpu.return
  }

  gpu.func @complex_array(%a: memref<64xcomplex<f32>>, %b: memref<64xcomplex<f32>>) kernel {
    %i = gpu.thread_id x
    %0 = memref.load %a[%i] : memref<64xcomplex<f32>>
    %1 = memref.load %b[%i] : memref<64xcomplex<f32>>
    %2 = complex.add %0, %1 : complex<f32>
    memref.store %2, %a[%i] : memref<64xcomplex<f32>>
    gpu.return
  }
}
