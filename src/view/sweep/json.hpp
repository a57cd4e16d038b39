// The documents of `sweep`: the answer, and the first of the lines that hold points.
#pragma once

#include "src/app/sweep/answer.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

const Document<SweepAnswer>& sweep_document();
Json sweep_json(const SweepAnswer& answer, int exit_code);

// A point in a document, as `tune` has them too.
struct ShownPoint {
  const SweepPlan& plan;
  const SweepPoint& point;
};
const Object<ShownPoint>& sweep_point_object();
const Object<SweepPlan>& sweep_inputs_object();

const AnyObject& sweep_head_object();
Json sweep_head(const SweepPlan& plan);

}  // namespace gpumodel
