// A number that depends on another: bandwidth by footprint, latency by threads. Points with one
// source; between them the curve is straight in logarithms, beyond its ends it stays level.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "models/core/sourced.hpp"

namespace gpumodel {

struct CurvePoint {
  double x = 0.0, y = 0.0;  // SI
  bool operator==(const CurvePoint&) const = default;
};

// The untyped half of Curve, so that tables of fields can walk a device.
struct SourcedCurve {
  std::vector<CurvePoint> points{};  // x ascends, y > 0
  Source source{};
  bool is_known() const { return !points.empty(); }

  // Throws UnknownInput.
  double at(double x) const {
    if (!is_known()) throw UnknownInput{source.key};
    const auto above = std::find_if(points.begin(), points.end(),
                                    [x](const CurvePoint& point) { return point.x >= x; });
    if (above == points.end()) return points.back().y;
    if (above == points.begin()) return above->y;
    const CurvePoint &a = *(above - 1), &b = *above;
    if (x == b.x) return a.y * (b.y / a.y);  // the same as below, without logarithms
    // A share may start at 0, which has no logarithm: that stretch is straight as it stands.
    const double share = a.x > 0.0 ? std::log(x / a.x) / std::log(b.x / a.x) : x / b.x;
    return a.y * std::pow(b.y / a.y, share);
  }
};

// X: what it depends on; Y: what it tells.
template <class X, class Y>
struct Curve : SourcedCurve {
  using x_quantity = X;
  using y_quantity = Y;

  Y at(X x) const { return Y{SourcedCurve::at(x.si)}; }
};

}  // namespace gpumodel
