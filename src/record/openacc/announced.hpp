// What stands before a region of an application says what gpumodel could not know of it: where it
// stands, and what its variables are. gpumodel-describe writes the call into the source
// (src/describe/regions/announced_source.cpp).
#pragma once

#include <string>

namespace gpumodel::openacc {

// The words of what was announced, for the line of the region that follows:
//   region:FILE:LINE instance:ARGUMENTS:0 value:NAME:NUMBER array:NAME:ELEMENTS type:NAME:i4
// ARGUMENTS are those of a template, without spaces. FILE is the number of the source; elements are
// those from where the pointer points, as far as they are on the device. What stands in an array of
// whole numbers that the file $GPUMODEL_RECORD_SETUP asks for, as "FILE LINE NAME PATH" in a line,
// is written to PATH.
std::string take_announced();

}  // namespace gpumodel::openacc

// NAMES, with a space between them: "n g_n_value *u:f8 *col:i4"; a pointer with the type of an
// element and its bytes. Of each a long long: its value, or the address. Returns true, for it
// stands in the head of a loop.
extern "C" int gpumodel_region(int file, int line, const char* names, ...);
