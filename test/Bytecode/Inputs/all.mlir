// Every type, attribute and op of both dialects, as bytecode has to keep them.

!vec = !dtyp.record<x: f32, y: f32>
!particle = !dtyp.record<aligned, id: ui8, pos: !vec, "rest mass"("m"): f64>
!union = !dtyp.record<word: i32 at 0, low: i16 at 0, itemsize 8>
!wide = !dtyp.record<a: i8, alignment 16>
!device = !dtyp.record<device, z: complex<f32>, flags: !dtyp.subarray<2x3xi1>>
!foo = !dtyp.provider<"Foo", ui8>
!old = !dtyp.provider<"Old \22class\22", f32, legacy, {data: memref<?xf32>, "two words": index}>

func.func private @types(!dtyp.dtype<f32>, !dtyp.dtype<!particle>, !foo, !old,
  !dtyp.weak<int>, !dtyp.weak<float>, !dtyp.weak<complex>,
  !vec, !particle, !union, !wide, !device, !dtyp.record<>,
  !dtyp.datetime64, !dtyp.datetime64<ns>, !dtyp.timedelta64<25 s>,
  !dtyp.bytes<7>, !dtyp.str<3>, !dtyp.void<16>, !dtyp.subarray<4x2xf16>,
  !dtyp.big_endian<i32>, !dtyp.big_endian<complex<f64>>, !dtyp.vector<3xf32>)

func.func @dtypes(%foo: !foo, %old: !old, %x: f32) -> (index, index, i1, i8, index) {
  %0 = dtyp.dtype_of %foo : !foo
  %1 = dtyp.dtype_of %old {allow_legacy} : !old
  %2 = dtyp.constant !particle
  %3 = dtyp.itemsize %2 : !dtyp.dtype<!particle>
  %4 = dtyp.alignment numpy %2 : !dtyp.dtype<!particle>
  %5 = dtyp.weak_scalar float
  %6 = dtyp.promote %0, %1, %5 : !dtyp.dtype<ui8>, !dtyp.dtype<f32>, !dtyp.weak<float>
  %7 = dtyp.can_cast same_kind %1 to %0 : !dtyp.dtype<f32>, !dtyp.dtype<ui8>
  %8 = dtyp.cast %x casting unsafe : f32 to ui8
  %9 = dtyp.make_provider() : () -> !foo
  %10 = dtyp.get_field %old["two words"] : !old
  return %3, %4, %7, %8, %10 : index, index, i1, i8, index
}

func.func @accesses(%a: memref<?x!particle>, %b: memref<?xi8>, %w: memref<8xi32>, %p: memref<10x!vec>, %i: index, %offset: index, %v: i32) {
  %0 = dtyp.load %a[%i]["pos"]["x"] : memref<?x!particle>
  %1 = dtyp.load %b[%i] : memref<?xi8> as i1
  dtyp.store %1, %b[%i] : i1, memref<?xi8> as i1
  %2 = dtyp.atomic_rmw addi %v, %w[%i] : i32, memref<8xi32> as ui32
  %3 = dtyp.view %w as ui8 : memref<8xi32> to memref<32xi8>
  %4 = dtyp.raw_load %a[%i], %offset {alignment = 4} : memref<?x!particle> -> f32
  dtyp.raw_store %4, %a[%i], %offset {alignment = 4} : f32, memref<?x!particle>
  return
}

func.func @field_view(%points: memref<10x!dtyp.record<aligned, x: f32, y: f32>>) -> memref<10xf32, strided<[2], offset: 1>> {
  %y = dtyp.field_view %points["y"] : memref<10x!dtyp.record<aligned, x: f32, y: f32>> to memref<10xf32, strided<[2], offset: 1>>
  return %y : memref<10xf32, strided<[2], offset: 1>>
}

func.func @device_arrays(%foo: !foo, %n: index) {
  %start = gpu.wait async
  %field, %made = cudax.device_alloc async [%start] (%foo) [%n, 3] {alignment = 64} : !foo -> memref<?x3xi8>
  %end = gpu.dealloc async [%made] %field : memref<?x3xi8>
  gpu.wait [%end]
  %shared = cudax.device_alloc host_shared(%foo) [2] : !foo -> memref<2xi8>
  gpu.dealloc %shared : memref<2xi8>
  return
}

gpu.module @kernels {
  gpu.func @kernel(%foo: !foo, %n: index) kernel {
    %f32 = dtyp.constant f32
    %a = cudax.local_alloca(%foo) [10] : !foo -> memref<10xi8, #gpu.address_space<private>>
    %b = cudax.shared_alloca(%f32) [%n] {alignment = 128, dynamic} : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<workgroup>>
    %c = cudax.const_array(%f32) dense<[0.25, 0.5, 0.25]> : tensor<3xf32> : !dtyp.dtype<f32> -> memref<3xf32>
    gpu.return
  }
  gpu.func @resolved(%n: index) kernel attributes {
      dtyp.argument_map = #dtyp.argument_map<!foo -> [], index -> [0]>,
      cudax.dynamic_shared_bytes = 16 : i64, cudax.max_shared_bytes = {sm_90 = 4096 : i64}} {
    %a = memref.alloca() {alignment = 16, cudax.local_array} : memref<4xf32, #gpu.address_space<private>>
    %b = gpu.dynamic_shared_memory {cudax.dynamic_shared_alignment = 16 : i64} : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.return
  }
}
