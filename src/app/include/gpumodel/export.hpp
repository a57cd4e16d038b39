// What the shared library shows: the names of this folder, and nothing else.
#pragma once

#define GPUMODEL_API __attribute__((visibility("default")))
