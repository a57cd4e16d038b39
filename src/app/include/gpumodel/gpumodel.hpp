// gpumodel as a library: how long a kernel takes on a GPU, what limits it, and why.
//
//   const auto library = gpumodel::Library::open();
//   const auto report = gpumodel::predict(library.kernel("saxpy"), library.gpu("h200"),
//                                         {.parameters = {{"N", 1 << 26}}});
//   report.time();  // seconds
//
// Everything goes in and comes out as values. Nothing is printed, and read only where a function
// says so; no answer depends on what was asked before, and any function may be called from any
// thread at any time. What cannot be done is thrown as one type, gpumodel::Error.
//
// Names stand in an inline namespace of the interface's version: a program that was built with one
// version does not link with another by mistake.
#pragma once

#include <gpumodel/check.hpp>
#include <gpumodel/coalesce.hpp>
#include <gpumodel/error.hpp>
#include <gpumodel/library.hpp>
#include <gpumodel/occupancy.hpp>
#include <gpumodel/predict.hpp>
#include <gpumodel/program.hpp>
#include <gpumodel/value.hpp>
