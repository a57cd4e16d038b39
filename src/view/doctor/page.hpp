// What this machine can do, as a page.
#pragma once

#include "src/app/doctor/checks.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page doctor_page(const DoctorAnswer& answer);

}  // namespace gpumodel
