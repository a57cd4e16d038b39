// The document of `tune`.
#pragma once

#include "src/app/tune/tune.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

const Document<TuneAnswer>& tune_document();
Json tune_json(const TuneAnswer& answer);

}  // namespace gpumodel
