// Blocks of rows are dealt to all devices in turn, each by a host thread of its own:
// acc_set_device_num() chooses the device that the later directives of a thread mean; each device
// has its own copy of the image and its own queues. One thread that goes from device to device ends
// in "invalid resource handle" with libgomp of GCC 12, which leaves the context of the device
// before current.
#include <openacc.h>

#include <thread>
#include <vector>

#include "validate/openacc/mandelbrot.hpp"

using gpumodel::Image;

static void compute_rows(unsigned char* image, int first, int rows) {
  constexpr int width = Image::width;
#pragma acc parallel loop collapse(2) present(image[0 : width * Image::height]) async(0)
  for (int py = first; py < first + rows; ++py)
    for (int px = 0; px < width; ++px) image[py * width + px] = gpumodel::mandelbrot(px, py);
#pragma acc update self(image[first * width : rows * width]) async(0)
}

static constexpr int blocks = 16;

static void compute_share(unsigned char* image, int device, int devices) {
  constexpr int size = Image::width * Image::height, rows = Image::height / blocks;
  acc_set_device_num(device, acc_device_nvidia);
#pragma acc enter data create(image[0 : size])
  for (int block = device; block < blocks; block += devices) {
    compute_rows(image, block * rows, rows);
  }
#pragma acc wait
#pragma acc exit data delete (image[0 : size])
}

GPUMODEL_IDIOM("several-devices", two_devices) {
  std::vector<unsigned char> pixels(Image::width * Image::height);
  const int devices = gpumodel::gpus();
  std::vector<std::thread> threads;
  for (int device = 0; device < devices; ++device) {
    threads.emplace_back(compute_share, pixels.data(), device, devices);
  }
  for (std::thread& thread : threads) thread.join();
  gpumodel::expect_mandelbrot(pixels);
}
