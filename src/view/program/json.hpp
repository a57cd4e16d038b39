// The documents of `overlap`, and of `predict` on a program.
#pragma once

#include "src/app/program/answer.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

const Document<ProgramAnswer>& program_document();
const Document<ProgramAnswer>& overlap_document();
Json program_json(const ProgramAnswer& answer);
Json overlap_json(const ProgramAnswer& answer);

}  // namespace gpumodel
