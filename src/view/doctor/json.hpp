// `doctor` for machines; the schema is `gpumodel schema doctor`.
#pragma once

#include "src/app/doctor/checks.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

const Document<DoctorAnswer>& doctor_document();

}  // namespace gpumodel
