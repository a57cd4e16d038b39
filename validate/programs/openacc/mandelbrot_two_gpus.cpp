// Larkin's last step: blocks go to the devices in turn. acc_set_device_num() chooses the device
// that the later directives of a thread mean; each device has a host thread of its own, its own
// copy of the image and its own queues. (One thread that goes from device to device ends in
// "invalid resource handle" with libgomp of GCC 12, which leaves the context of the device before
// current.)
#include <thread>
#include <vector>

#include "validate/programs/openacc/mandelbrot.hpp"

namespace {

using gpumodel::mandelbrot::Image;

struct Share {
  int device, devices, blocks, queues;
};

void compute_share(const Image& image, const Share& share) {
  unsigned char* pixels = image.pixels;
  const std::int64_t all = std::int64_t{image.width} * image.height;
  acc_set_device_num(share.device, acc_device_nvidia);
#pragma acc data create(pixels[0 : all])
  {
    for (int block = share.device; block < share.blocks; block += share.devices) {
      const int queue = block / share.devices % share.queues;
      const auto rows = gpumodel::mandelbrot::rows_of(block, share.blocks, image.height);
      compute(image, rows, queue);
      update(image, rows, queue);
    }
#pragma acc wait
  }
}

}  // namespace

GPUMODEL_OPENACC_PROGRAM("mandelbrot-two-gpus", two_devices, gpumodel::mandelbrot::expect_answer,
                         p) {
  const Image image(p);
  const int devices = p.devices(), blocks = p.chunks(), queues = p.queues();
  std::vector<std::thread> threads;
  for (int device = 0; device < devices; ++device) {
    threads.emplace_back(compute_share, image, Share{device, devices, blocks, queues});
  }
  for (std::thread& thread : threads) thread.join();
}
