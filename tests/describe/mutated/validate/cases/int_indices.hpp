#pragma once
#include "validate/cases/kernel_case.hpp"
