// What devices share that copy at the same time: the links of a host, and the port of a device that
// sends to several others or gets from them; for a system file.
#include "validate/calibrate/gpu/device_group.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr std::size_t large = 256U << 20;

// Bytes per second of `copies` copies of one size at the same time, all together: by the end of the
// last one.
Sample together(const Session& s, const DeviceGroup& group, int copies,
                const std::function<void(std::size_t)>& work) {
  return inverse(slope(s.repeats(), large / 4, large,
                       [&](double bytes) {
                         return group.seconds([&] { work(static_cast<std::size_t>(bytes)); });
                       }),
                 copies);
}

void host_ports(Session& s) {
  const DeviceGroup group(s.device().devices, large);
  // One array, a part for each device, as programs have it.
  const PinnedMemory host(static_cast<std::size_t>(group.size()) * large);
  const auto part = [&](int device) {
    return static_cast<char*>(host.get()) + static_cast<std::size_t>(device) * large;
  };
  const auto rates = [&](const std::function<void(int, std::size_t)>& copy) {
    std::vector<Sample> all;
    for (int copying = 1; copying <= group.size(); ++copying) {
      all.push_back(together(s, group, copying, [&](std::size_t bytes) {
        for (int d = 0; d < copying; ++d) {
          group.use(d);
          copy(d, bytes);
        }
      }));
    }
    return all;
  };
  std::vector<double> devices;
  for (int copying = 1; copying <= group.size(); ++copying) devices.push_back(copying);
  s.curve("port.host_to_devices", devices, rates([&](int d, std::size_t bytes) {
            check(cudaMemcpyAsync(group.memory(d), part(d), bytes, cudaMemcpyHostToDevice,
                                  group.stream(d)));
          }),
          "pinned, the first devices at once, all together, 64 to 256 MiB each");
  s.curve("port.devices_to_host", devices, rates([&](int d, std::size_t bytes) {
            check(cudaMemcpyAsync(part(d), group.memory(d), bytes, cudaMemcpyDeviceToHost,
                                  group.stream(d)));
          }),
          "pinned, the first devices at once, all together, 64 to 256 MiB each");
}

// Streams of the first device, one for each other: copies of one stream go one after the other.
class Fan {
 public:
  explicit Fan(const DeviceGroup& group) : streams_(static_cast<std::size_t>(group.size())) {
    group.use(0);
    for (cudaStream_t& stream : streams_) {
      check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    }
  }
  ~Fan() {
    for (const cudaStream_t stream : streams_) cudaStreamDestroy(stream);
  }
  Fan(const Fan&) = delete;
  Fan& operator=(const Fan&) = delete;
  cudaStream_t to(int device) const { return streams_[static_cast<std::size_t>(device)]; }

 private:
  std::vector<cudaStream_t> streams_;
};

void device_ports(Session& s) {
  const int devices = s.device().devices;
  const DeviceGroup group(devices, 2 * static_cast<std::size_t>(devices) * large);
  group.reach_each_other();
  const Fan fan(group);
  const int others = group.size() - 1;
  s.value("port.out",
          together(s, group, others,
                   [&](std::size_t bytes) {
                     group.use(0);
                     for (int to = 1; to <= others; ++to) {
                       group.send(0, to, bytes, fan.to(to));
                     }
                   }),
          "one device to all others at once, 64 to 256 MiB each", group.size());
  s.value("port.in",
          together(s, group, others,
                   [&](std::size_t bytes) {
                     for (int from = 1; from <= others; ++from) {
                       group.use(from);
                       group.send(from, 0, bytes);
                     }
                   }),
          "all others at once to one device, 64 to 256 MiB each", group.size());
}

const Registered of_host({"host-ports",
                          12.0,
                          {{"port.host_to_devices", "B/s", "1"},
                           {"port.devices_to_host", "B/s", "1"}},
                          host_ports,
                          2,
                          3});
const Registered of_devices(
    {"ports", 3.0, {{"port.out", "B/s"}, {"port.in", "B/s"}}, device_ports, 3});

}  // namespace
}  // namespace gpumodel::calibrate
