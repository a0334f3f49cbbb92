// A dtype of another dialect whose elements have a layout of their own becomes
// bytes like a record; dtyp knows nothing of it.

// RUN: dtyp-opt %s --load-dialect-plugin=%dtyp_test_plugin --dtyp-records-to-bytes | FileCheck %s
// RUN: dtyp-opt %s --load-dialect-plugin=%dtyp_test_plugin --dtyp-records-to-bytes \
// RUN:   | dtyp-run - --device=cpu --kernel=green --block 3 'uint8[18]=arange' 'out:uint16[3]=zeros' | FileCheck %s --check-prefix=RUN-GREEN
// RUN-GREEN: argument 2 uint16[3] = [770 2312 3854]

!pixel = !acme.pixel
!marked = !dtyp.record<mark: i8, pixel: !acme.pixel>

// CHECK-LABEL: func.func @values
// CHECK-SAME:    %[[A:.*]]: memref<?x6xi8>, %[[B:.*]]: memref<?x7xi8>, %[[I:.*]]: index) -> vector<6xi8>
func.func @values(%a: memref<?x!pixel>, %b: memref<?x!marked>, %i: index) -> !pixel {
  // CHECK: vector.load %[[B]][%[[I]], %c1] {alignment = 1 : i64} : memref<?x7xi8>, vector<6xi8>
  %0 = dtyp.load %b[%i]["pixel"] : memref<?x!marked>
  // CHECK: vector.store %{{.*}}, %[[A]][%[[I]], %c0] {alignment = 2 : i64} : memref<?x6xi8>, vector<6xi8>
  dtyp.store %0, %a[%i] : !pixel, memref<?x!pixel>
  return %0 : !pixel
}

gpu.module @kernels {
  gpu.func @green(%bytes: memref<18xi8>, %out: memref<3xi16>) kernel {
    %i = gpu.thread_id x
    %pixels = dtyp.view %bytes as !pixel : memref<18xi8> to memref<3x!pixel>
    %green = dtyp.load %pixels[%i]["green"] : memref<3x!pixel>
    memref.store %green, %out[%i] : memref<3xi16>
    gpu.return
  }
}
