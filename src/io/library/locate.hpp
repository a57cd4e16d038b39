// Finds devices, kernels, programs and systems by name or path.
//
// `v100` and `v100.yaml` both find devices/v100.yaml; `saxpy` finds kernels/saxpy/saxpy.yaml.
// Searched in this order: the path as given, ./, $GPUMODEL_DEVICE_PATH, $GPUMODEL_KERNEL_PATH, ...
// (folders separated by ':'), the user's configuration folder, the installed share folder, the
// source tree the program was built in. In a library, case does not count where no name fits.
#pragma once

#include <string>
#include <vector>

#include "src/diagnostics/diagnostic.hpp"
#include "src/io/library/shelf.hpp"

namespace gpumodel {

// Throws InputError naming the nearest name and every place searched.
Located locate(Shelf shelf, const std::string& name);

// Notes on files of the working folder that were located so far and hide files of the library. A
// result that was made from them shows them.
const std::vector<Diagnostic>& shadowed_names();

// Whether there is a file of this name.
bool has(Shelf shelf, const std::string& name);

// A file that comes with the program, by its path below the share folder or the source tree:
// "validate/suite.yaml". Where there is none the path is that of the share folder.
Located locate_part(const std::string& path);

// The folder of the library that comes with the program, or with the shared library that this code
// is part of; empty where there is none.
std::string shipped_folder();

// Everything in the library folders, by name; of equal names the first found.
std::vector<Listed> list(Shelf shelf);

}  // namespace gpumodel
