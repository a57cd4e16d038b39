// validate --why for machines.
#pragma once

#include "src/app/validate/answer.hpp"
#include "src/view/document/object.hpp"

namespace gpumodel {

// A point of an answer.
struct PointOf {
  const ValidateAnswer& answer;
  const JudgedPoint& judged;
};

// Of a point that has a waterfall.
const Object<PointOf>& waterfall_object();

// The summary of an answer, where --why was asked for.
const Object<ValidateAnswer>& why_object();

}  // namespace gpumodel
