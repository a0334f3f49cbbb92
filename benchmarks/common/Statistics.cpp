//===- Statistics.cpp - What repeated measurements say --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace mlir::dtyp;

static constexpr int kNumResamples = 2000;

double mlir::dtyp::getMedian(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  size_t middle = samples.size() / 2;
  return samples.size() % 2 ? samples[middle]
                            : (samples[middle - 1] + samples[middle]) / 2;
}

Estimate mlir::dtyp::estimateMedian(const std::vector<double> &samples) {
  std::mt19937 random(0);
  std::uniform_int_distribution<size_t> pick(0, samples.size() - 1);
  std::vector<double> medians(kNumResamples);
  std::vector<double> resample(samples.size());
  for (double &median : medians) {
    std::generate(resample.begin(), resample.end(),
                  [&] { return samples[pick(random)]; });
    median = getMedian(resample);
  }
  std::sort(medians.begin(), medians.end());
  return {getMedian(samples), medians[kNumResamples / 40],
          medians[kNumResamples - 1 - kNumResamples / 40]};
}

std::vector<double>
mlir::dtyp::getPairedRatios(const std::vector<double> &numerators,
                            const std::vector<double> &denominators) {
  std::vector<double> ratios(numerators.size());
  std::transform(numerators.begin(), numerators.end(), denominators.begin(),
                 ratios.begin(), std::divides<>());
  return ratios;
}

double mlir::dtyp::getGeometricMean(const std::vector<double> &values) {
  double sum = std::accumulate(
      values.begin(), values.end(), 0.0,
      [](double total, double value) { return total + std::log(value); });
  return std::exp(sum / values.size());
}
