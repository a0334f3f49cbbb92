// Kernels that dtype-access.mlir has, too.

#include <cuda_bf16.h>

#pragma pack(push, 1)
struct Packed {
  unsigned char id;
  int n;
  float x;
  double d;
};
#pragma pack(pop)

struct Aligned {
  unsigned char id;
  int n;
  float x;
  double d;
};

struct Body {
  float4 x;
  float m;
};

struct Samples {
  unsigned char id;
  short values[8];
};

// NumPy's complex64 is aligned as its parts are.
struct Complex {
  float real, imag;
};

struct Wave {
  float2 z;
  float w;
};

extern "C" {

__global__ void bool_select(const bool *mask, const bool *a, const bool *b, bool *out) {
  unsigned i = threadIdx.x;
  bool x = a[i], y = b[i];
  out[i] = mask[i] ? x : y;
}

__global__ void bool_select_bytes(const unsigned char *mask, const unsigned char *a, const unsigned char *b, unsigned char *out) {
  unsigned i = threadIdx.x;
  bool x = a[i] != 0, y = b[i] != 0;
  out[i] = mask[i] != 0 ? x : y;
}

__global__ void bool_where(const bool *mask, const float *a, float b, float *out) {
  unsigned i = threadIdx.x;
  float x = a[i];
  out[i] = mask[i] ? x : b;
}

__global__ void bool_compare(const float *a, float b, bool *out) {
  unsigned i = threadIdx.x;
  out[i] = a[i] < b;
}

__global__ void bf16_add(const __nv_bfloat16 *a, const __nv_bfloat16 *b, __nv_bfloat16 *out) {
  unsigned i = threadIdx.x;
  out[i] = __hadd_rn(a[i], b[i]);
}

__global__ void bf16_scale(__nv_bfloat16 *a, float factor) {
  unsigned i = threadIdx.x;
  a[i] = __float2bfloat16(__bfloat162float(a[i]) * factor);
}

__global__ void packed_load_int(const Packed *a, int *out) {
  unsigned i = threadIdx.x;
  out[i] = a[i].n;
}

__global__ void packed_load_float(const Packed *a, float *out) {
  unsigned i = threadIdx.x;
  out[i] = a[i].x;
}

__global__ void packed_load_double(const Packed *a, double *out) {
  unsigned i = threadIdx.x;
  out[i] = a[i].d;
}

__global__ void packed_store_int(Packed *a, const int *in) {
  unsigned i = threadIdx.x;
  a[i].n = in[i];
}

__global__ void packed_store_float(Packed *a, const float *in) {
  unsigned i = threadIdx.x;
  a[i].x = in[i];
}

__global__ void packed_store_double(Packed *a, const double *in) {
  unsigned i = threadIdx.x;
  a[i].d = in[i];
}

__global__ void packed_update(Packed *a, float factor) {
  unsigned i = threadIdx.x;
  a[i].x *= factor;
}

__global__ void packed_copy(const Packed *a, Packed *b) {
  unsigned i = threadIdx.x;
  b[i] = a[i];
}

__global__ void aligned_load(const Aligned *a, float *out) {
  unsigned i = threadIdx.x;
  out[i] = a[i].x;
}

__global__ void aligned_store(Aligned *a, const double *in) {
  unsigned i = threadIdx.x;
  a[i].d = in[i];
}

__global__ void aligned_update(Aligned *a, float factor) {
  unsigned i = threadIdx.x;
  a[i].x *= factor;
}

__global__ void aligned_copy(const Aligned *a, Aligned *b) {
  unsigned i = threadIdx.x;
  b[i] = a[i];
}

__global__ void device_copy(const Body *a, Body *b) {
  unsigned i = threadIdx.x;
  b[i] = a[i];
}

__global__ void device_update(Body *a) {
  unsigned i = threadIdx.x;
  float4 x = a[i].x;
  float m = a[i].m;
  a[i].x = make_float4(x.x * m, x.y * m, x.z * m, x.w * m);
}

__global__ void local_aligned(const float *in, long long k, long long n, float *out) {
  unsigned i = threadIdx.x;
  Aligned local[16];
  local[k].x = in[0];
  local[i].x = in[1];
  out[i] = local[n].x;
}

__global__ void local_packed(const float *in, long long k, long long n, float *out) {
  unsigned i = threadIdx.x;
  Packed local[16];
  local[k].x = in[0];
  local[i].x = in[1];
  out[i] = local[n].x;
}

__global__ void local_copy(const Aligned *a, long long k, long long n, Aligned *b) {
  unsigned i = threadIdx.x;
  Aligned local[16];
  local[k] = a[0];
  local[i] = a[1];
  b[i] = local[n];
}

__global__ void subarray_element(const Samples *a, long long k, short *out) {
  unsigned i = threadIdx.x;
  out[i] = a[i].values[k];
}

__global__ void vector_copy(const float4 *a, float4 *b) {
  unsigned i = threadIdx.x;
  b[i] = a[i];
}

__global__ void vector_scale(float4 *a, float factor) {
  unsigned i = threadIdx.x;
  float4 v = a[i];
  a[i] = make_float4(v.x * factor, v.y * factor, v.z * factor, v.w * factor);
}

__global__ void big_endian_load(const int *a, int *out) {
  unsigned i = threadIdx.x;
  out[i] = __byte_perm(a[i], 0, 0x0123);
}

__global__ void big_endian_update(int *a, int n) {
  unsigned i = threadIdx.x;
  a[i] = __byte_perm(__byte_perm(a[i], 0, 0x0123) + n, 0, 0x0123);
}

__global__ void complex_record(Wave *a, const Wave *b) {
  unsigned i = threadIdx.x;
  a[i].z = make_float2(a[i].z.x + b[i].z.x, a[i].z.y + b[i].z.y);
}

__global__ void complex_aligned(float2 *a, const float2 *b) {
  unsigned i = threadIdx.x;
  float2 x = a[i], y = b[i];
  a[i] = make_float2(x.x + y.x, x.y + y.y);
}

__global__ void complex_array(Complex *a, const Complex *b) {
  unsigned i = threadIdx.x;
  float real = a[i].real + b[i].real, imag = a[i].imag + b[i].imag;
  a[i].real = real;
  a[i].imag = imag;
}

}
