// The names of the CUDA runtime as the application's host code sees them.
#pragma once

#include <stddef.h>

#include "src/describe/front/prelude/__gpumodel_types.h"

#include "src/describe/front/prelude/__gpumodel_host.h"
