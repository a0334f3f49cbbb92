//===- Statistics.h - What repeated measurements say --------------*- C++
//-*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_BENCHMARKS_COMMON_STATISTICS_H
#define DTYP_BENCHMARKS_COMMON_STATISTICS_H

#include <chrono>
#include <ctime>
#include <utility>
#include <vector>

namespace mlir::dtyp {

/// A median, and the interval in which the median of all possible samples lies
/// with a probability of 95 %.
struct Estimate {
  double median = 0;
  double low = 0;
  double high = 0;
};

/// Returns the median of `samples`, of which there is one at least.
double getMedian(std::vector<double> samples);

/// Returns the median of `samples` with its interval by the percentile
/// bootstrap, from the same random numbers each time.
Estimate estimateMedian(const std::vector<double> &samples);

/// Returns the ratio of each sample to that which was taken next to it.
std::vector<double> getPairedRatios(const std::vector<double> &numerators,
                                    const std::vector<double> &denominators);

/// Returns the geometric mean.
double getGeometricMean(const std::vector<double> &values);

/// Runs `work` and returns the milliseconds that pass.
template <typename Work>
double measureMilliseconds(Work &&work) {
  auto start = std::chrono::steady_clock::now();
  std::forward<Work>(work)();
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - start)
      .count();
}

/// The same, of what all threads of the process compute: other processes do not
/// count.
template <typename Work>
double measureProcessorMilliseconds(Work &&work) {
  auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) +
           1e-6 * static_cast<double>(time.tv_nsec);
  };
  double start = now();
  std::forward<Work>(work)();
  return now() - start;
}

} // namespace mlir::dtyp

#endif // DTYP_BENCHMARKS_COMMON_STATISTICS_H
