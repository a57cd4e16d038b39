// What would help a kernel, as a document.
#pragma once

#include "src/app/advise/advise.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

const Document<AdviseAnswer>& advise_document();
Json advise_json(const AdviseAnswer& answer);

}  // namespace gpumodel
