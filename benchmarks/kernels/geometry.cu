// The kernels of geometry.mlir in CUDA C++.

#include "common.h"

namespace {

struct Neighbour {
  float distance;
  int index;
};

struct Box {
  float low[3];
  float size[3];
};

struct Ray {
  float origin[3];
  float inverse[3];
  float nearest;
  int box;
};

} // namespace

extern "C" __global__ void nearest(const float *__restrict__ points,
                                   const float *__restrict__ queries,
                                   float *__restrict__ distances, int *__restrict__ indices) {
  int t = getThread();
  Neighbour heap[8];
  for (int i = 0; i < 8; ++i)
    heap[i] = {INFINITY, -1};
  float x = queries[t];
  float y = queries[kThreads + t];
  for (int i = 0; i < 256; ++i) {
    float dx = points[i * 2] - x;
    float dy = points[i * 2 + 1] - y;
    float distance = fmaf(dx, dx, dy * dy);
    if (distance < heap[0].distance) {
      int at = 0;
      while (at < 4) {
        int left = at * 2 + 1;
        int right = min(left + 1, 7);
        float farther = heap[left].distance;
        int child = left;
        if (heap[right].distance > farther) {
          farther = heap[right].distance;
          child = right;
        }
        if (!(farther > distance))
          break;
        heap[at] = heap[child];
        at = child;
      }
      heap[at] = {distance, i};
    }
  }
  for (int i = 0; i < 8; ++i) {
    distances[i * kThreads + t] = heap[i].distance;
    indices[i * kThreads + t] = heap[i].index;
  }
}

extern "C" __global__ void ray_box(const Box *__restrict__ boxes, const float *__restrict__ rays,
                                   float *__restrict__ nearest, int *__restrict__ indices) {
  int t = getThread();
  Ray local[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
#pragma unroll
    for (int axis = 0; axis < 3; ++axis) {
      local[i].origin[axis] = rays[(i * 6 + axis) * kThreads + t] - 1;
      local[i].inverse[axis] = 1 / (rays[(i * 6 + axis + 3) * kThreads + t] + 0.5f);
    }
    local[i].nearest = INFINITY;
    local[i].box = -1;
  }
  for (int b = 0; b < 64; ++b) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      float enter = 0;
      float leave = INFINITY;
#pragma unroll
      for (int axis = 0; axis < 3; ++axis) {
        float low = boxes[b].low[axis];
        float high = low + boxes[b].size[axis];
        float toLow = (low - local[i].origin[axis]) * local[i].inverse[axis];
        float toHigh = (high - local[i].origin[axis]) * local[i].inverse[axis];
        enter = fmaxf(enter, fminf(toLow, toHigh));
        leave = fminf(leave, fmaxf(toLow, toHigh));
      }
      bool isNew = enter <= leave && enter < local[i].nearest;
      local[i].nearest = isNew ? enter : local[i].nearest;
      local[i].box = isNew ? b : local[i].box;
    }
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    nearest[i * kThreads + t] = local[i].nearest;
    indices[i * kThreads + t] = local[i].box;
  }
}
