// What this machine can do, as a page and as a document.
#pragma once

#include "src/app/doctor/checks.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/view/common/json.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page doctor_page(const DoctorAnswer& answer);
Json doctor_json(const DoctorAnswer& answer, const std::vector<Diagnostic>& diagnostics,
                 int exit_code);

}  // namespace gpumodel
