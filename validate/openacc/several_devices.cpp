// Blocks of rows are dealt to all devices in turn. acc_set_device_num() chooses the one that later
// directives mean; each has its own copy of the image and its own queues.
#include <openacc.h>

#include "validate/openacc/mandelbrot.hpp"

using gpumodel::Image;

static void compute_rows(unsigned char* image, int first, int rows) {
  constexpr int width = Image::width;
#pragma acc parallel loop collapse(2) present(image[0 : width * Image::height]) async(0)
  for (int py = first; py < first + rows; ++py)
    for (int px = 0; px < width; ++px) image[py * width + px] = gpumodel::mandelbrot(px, py);
#pragma acc update self(image[first * width : rows * width]) async(0)
}

GPUMODEL_IDIOM("several-devices", two_devices) {
  constexpr int size = Image::width * Image::height, blocks = 16, rows = Image::height / blocks;
  std::vector<unsigned char> pixels(size);
  unsigned char* image = pixels.data();
  const int devices = gpumodel::gpus();
  for (int device = 0; device < devices; ++device) {
    acc_set_device_num(device, acc_device_nvidia);
#pragma acc enter data create(image[0 : size])
  }
  for (int block = 0; block < blocks; ++block) {
    acc_set_device_num(block % devices, acc_device_nvidia);
    compute_rows(image, block * rows, rows);
  }
  for (int device = 0; device < devices; ++device) {
    acc_set_device_num(device, acc_device_nvidia);
#pragma acc wait
#pragma acc exit data delete (image[0 : size])
  }
  acc_set_device_num(0, acc_device_nvidia);
  gpumodel::expect_mandelbrot(pixels);
}
