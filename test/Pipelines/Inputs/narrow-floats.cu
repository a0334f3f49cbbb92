// Kernels that narrow-floats.mlir has, too: an element extended, and an element
// scaled and rounded without saturation.

#include <cuda_fp8.h>

extern "C" __global__ void extend_e4m3(const __nv_fp8_storage_t *in, float *out) {
  unsigned i = threadIdx.x;
  out[i] = __half2float(__half(__nv_cvt_fp8_to_halfraw(in[i], __NV_E4M3)));
}

extern "C" __global__ void scale_e4m3(const __nv_fp8_storage_t *in, float factor, __nv_fp8_storage_t *out) {
  unsigned i = threadIdx.x;
  float x = __half2float(__half(__nv_cvt_fp8_to_halfraw(in[i], __NV_E4M3)));
  out[i] = __nv_cvt_float_to_fp8(x * factor, __NV_NOSAT, __NV_E4M3);
}

extern "C" __global__ void extend_e5m2(const __nv_fp8_storage_t *in, float *out) {
  unsigned i = threadIdx.x;
  out[i] = __half2float(__half(__nv_cvt_fp8_to_halfraw(in[i], __NV_E5M2)));
}

extern "C" __global__ void scale_e5m2(const __nv_fp8_storage_t *in, float factor, __nv_fp8_storage_t *out) {
  unsigned i = threadIdx.x;
  float x = __half2float(__half(__nv_cvt_fp8_to_halfraw(in[i], __NV_E5M2)));
  out[i] = __nv_cvt_float_to_fp8(x * factor, __NV_NOSAT, __NV_E5M2);
}
