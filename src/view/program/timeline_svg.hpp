// A timeline as a picture: a row for each engine and each stream, a bar for each task.
#pragma once

#include "src/app/program/answer.hpp"
#include "src/view/picture/picture.hpp"

namespace gpumodel {

// Tasks too thin to be seen that follow each other are one bar that says how many it is, so that
// the picture stays small whatever the timeline is.
Picture timeline_picture(const ProgramAnswer& answer);

}  // namespace gpumodel
