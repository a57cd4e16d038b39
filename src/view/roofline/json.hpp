// `roofline` for machines; the schema is `gpumodel schema roofline`.
#pragma once

#include "src/app/roofline/roofline.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

const Document<RooflineAnswer>& roofline_document();
Json roofline_json(const RooflineAnswer& answer, int exit_code);

}  // namespace gpumodel
