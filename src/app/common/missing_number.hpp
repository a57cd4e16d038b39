// A number that a model needs and no file states.
#pragma once

#include <span>
#include <string>

#include "models/core/sourced.hpp"
#include "models/time/predict.hpp"
#include "src/io/device/read_device.hpp"

namespace gpumodel {

// At its place in the first of these files that could state it and does not. `needs` says who needs
// what: "the program needs 'link.h2d_pageable'".
InputError missing_number(const UnknownInput& unknown, std::string needs,
                          std::span<const DeviceFile* const> files, std::string hint);
// Of a model.
InputError missing_number(const UnknownInput& unknown, const Model& model,
                          std::span<const DeviceFile* const> files);

}  // namespace gpumodel
