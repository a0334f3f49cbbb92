//===- emulator.c - What emulated kernels do, as loops in C ---------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop nests of the kernels that emulator.py measures, on one core. Usage:
// emulator KERNEL REPEAT; prints the shortest time in microseconds.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kRows = 4096, kColumns = 1000, kPoints = 16384, kSize = 256 };

static uint8_t numbers[kRows][kColumns];
static uint32_t counts[kRows][16];
static int32_t iterations[kPoints];
static float left[kSize][kSize], right[kSize][kSize], product[kSize][kSize];

static void histogram(void) {
  for (int thread = 0; thread < kRows; ++thread) {
    uint32_t bins[16] = {0};
    for (int column = 0; column < kColumns; ++column) {
      ++bins[numbers[thread][column] >> 4];
    }
    memcpy(counts[thread], bins, sizeof(bins));
  }
}

static void escape(void) {
  for (int thread = 0; thread < kPoints; ++thread) {
    float re = (float)(thread % 128) * (3.0f / 128) - 2.0f;
    float im = (float)(thread / 128) * (2.0f / 128) - 1.0f;
    float x = 0, y = 0;
    int32_t count = 0;
    while (count < 256 && x * x + y * y < 4.0f) {
      float next = x * x - y * y + re;
      y = 2.0f * x * y + im;
      x = next;
      ++count;
    }
    iterations[thread] = count;
  }
}

/// The tiles of examples/matmul.mlir: what stands between two barriers is a
/// loop over the threads of a block.
static void matmul(void) {
  for (int blockY = 0; blockY < kSize / 64; ++blockY) {
    for (int blockX = 0; blockX < kSize / 16; ++blockX) {
      float sums[16][16][4] = {{{0}}};
      for (int first = 0; first < kSize; first += 16) {
        float leftTile[64][16], rightTile[16][16];
        for (int y = 0; y < 16; ++y) {
          for (int x = 0; x < 16; ++x) {
            for (int i = 0; i < 4; ++i) {
              leftTile[i * 16 + y][x] =
                  left[blockY * 64 + i * 16 + y][first + x];
            }
            rightTile[y][x] = right[first + y][blockX * 16 + x];
          }
        }
        for (int y = 0; y < 16; ++y) {
          for (int x = 0; x < 16; ++x) {
            for (int i = 0; i < 4; ++i) {
              float sum = sums[y][x][i];
              for (int k = 0; k < 16; ++k) {
                sum += leftTile[i * 16 + y][k] * rightTile[k][x];
              }
              sums[y][x][i] = sum;
            }
          }
        }
      }
      for (int y = 0; y < 16; ++y) {
        for (int x = 0; x < 16; ++x) {
          for (int i = 0; i < 4; ++i) {
            product[blockY * 64 + i * 16 + y][blockX * 16 + x] = sums[y][x][i];
          }
        }
      }
    }
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: emulator KERNEL REPEAT\n");
    return 1;
  }
  for (size_t i = 0; i < sizeof(numbers); ++i) {
    (&numbers[0][0])[i] = (uint8_t)(i * 2654435761u >> 24);
  }
  for (int i = 0; i < kSize * kSize; ++i) {
    (&left[0][0])[i] = (float)(i % 251);
    (&right[0][0])[i] = (float)(i % 241);
  }
  void (*kernel)(void) = !strcmp(argv[1], "histogram") ? histogram
                         : !strcmp(argv[1], "escape")  ? escape
                                                       : matmul;
  double best = 1e30;
  for (int i = 0; i < atoi(argv[2]); ++i) {
    double start = now();
    kernel();
    double time = now() - start;
    best = time < best ? time : best;
  }
  printf("%.2f\n", best);
  // The results count.
  return counts[1][1] + iterations[1] + product[1][1] < 0;
}
