// OpenACC as a backend. On a device time comes from CUDA events in the queue's stream, through the
// driver, which is loaded at run time; without a device the same code runs on the host, where its
// answers can be checked but no time stands for a GPU.
#include <openacc.h>

#include <chrono>

#include "validate/cases/openacc_kernel.hpp"
#include "validate/cases/registry.hpp"
#include "validate/runner/backend.hpp"
#include "validate/runner/device_watch.hpp"
#include "validate/runner/driver_events.hpp"
#include "validate/runner/host_facts.hpp"
#include "validate/runner/host_memory.hpp"
#include "validate/runner/openacc_spin.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

constexpr int queue_number = 1;

Registry<OpenAccFunction>& registry() {
  static Registry<OpenAccFunction> all;
  return all;
}

bool on_device() {
  return acc_get_num_devices(acc_device_nvidia) > 0;
}

// Memory of the device, or of the host where that is the device.
struct Freed {
  void operator()(void* memory) const { acc_free(memory); }
};
using Memory = std::unique_ptr<void, Freed>;

Memory allocated(std::size_t bytes) {
  Memory memory(acc_malloc(std::max<std::size_t>(bytes, 1)));
  if (!memory) throw CaseError("the device has no memory for " + std::to_string(bytes) + " B");
  return memory;
}

// Reads a buffer: what the last-level cache held before is written back and replaced.
void read_all(const float* at, std::int64_t count, float* never) {
  float sum = 0.0F;
#pragma acc parallel loop gang vector vector_length(128) deviceptr(at) reduction(+ : sum) \
    copy(sum) async(queue_number)
  for (std::int64_t i = 0; i < count; ++i) sum += at[i];
#pragma acc wait(queue_number)
  if (sum != 0.0F) *never = sum;
}

class OpenAccBackend : public Backend {
 public:
  std::string name() const override { return "openacc"; }
  std::vector<std::string> kernels() const override { return registry().names(); }
  std::string timer() const override { return events_ ? "events" : "host"; }

  Json environment() override {
    open();
    return {{"backend", name()},
            {"device", device()},
            {"host", host_facts()},
            {"compiler", GPUMODEL_RUNNER_COMPILER},
            {"gpumodel", GPUMODEL_VERSION},
            {"date", today()}};
  }
  // A time on the host would pass for one of a GPU.
  void require_device() override {
    open();
    if (!events_) {
      throw NoDevice("OpenACC found no device and runs on the host, whose times are not a GPU's");
    }
  }
  std::size_t free_bytes() override {
    return on_device() ? acc_get_property(0, acc_device_nvidia, acc_property_free_memory)
                       : free_host_bytes();
  }

  void place(CaseArray& array) override {
    open();
    if (array.bytes() > free_bytes()) {
      throw CaseError("array '" + array.name + "' needs " + std::to_string(array.bytes()) +
                      " B, the device has " + std::to_string(free_bytes()) + " B");
    }
    memory_.push_back(allocated(array.bytes()));
    array.at = memory_.back().get();
    restart(array);
  }
  void restart(const CaseArray& array) override {
    std::vector<char> bytes(array.bytes());
    CaseArray image = array;
    image.at = bytes.data();
    fill_on_host(image);
    acc_memcpy_to_device(array.at, bytes.data(), bytes.size());
  }
  std::vector<double> read(const CaseArray& array, std::span<const std::int64_t> indices) override {
    std::vector<char> bytes(array.bytes());
    acc_memcpy_from_device(bytes.data(), array.at, bytes.size());
    return read_on_host(array, bytes.data(), indices);
  }
  void select(const KernelCase& c) override {
    case_ = &c;
    function_ = registry().find(c.kernel);
    if (function_ == nullptr) throw CaseError("'" + c.kernel + "' has no OpenACC version");
    flush_words_ = 2 * cache_bytes() / sizeof(float);
    flush_ = allocated((flush_words_ + 1) * sizeof(float));
    const std::vector<float> zeros(flush_words_ + 1, 0.0F);
    acc_memcpy_to_device(flush_.get(), const_cast<float*>(zeros.data()),
                         zeros.size() * sizeof(float));
  }

  void launch() override {
    function_(*case_, queue_number);
    acc_wait(queue_number);
  }
  double once(CacheState state) override {
    require_device();
    prepare(state);
    events_->start(stream());
    function_(*case_, queue_number);
    events_->end(stream());
    acc_wait(queue_number);
    return events_->seconds();
  }
  std::optional<double> once_from_host(CacheState state) override {
    using Clock = std::chrono::steady_clock;
    prepare(state);
    acc_wait(queue_number);
    const Clock::time_point start = Clock::now();
    launch();
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  std::optional<double> in_graph(int) override { return std::nullopt; }

  Json launch_facts() override { return nullptr; }  // the compiler and its library choose
  void watch() override { watch_.start(); }
  Json watched() override {
    Json result = watch_.stop();
    result["occupancy"] = nullptr;
    return result;
  }
  Json count(CacheState, std::string& why_not) override {
    why_not = "counters are read of CUDA launches only";
    return nullptr;
  }

 private:
  void open() {
    if (opened_) return;
    opened_ = true;
    if (!on_device()) return;
    acc_set_device_num(0, acc_device_nvidia);
    acc_wait_all_async(queue_number);  // makes the queue's stream
    events_ = DriverEvents::load();
    if (!events_) throw NoDevice("the CUDA driver could not be loaded to time the device");
    watch_.open(events_->pci_bus_id());
  }

  Json device() const {
    if (!events_) return nullptr;
    Json result = events_->device();
    result.update(watch_.identity());
    return result;
  }
  std::size_t cache_bytes() const { return events_ ? events_->l2_bytes() : std::size_t{1} << 20U; }
  static void* stream() { return acc_get_cuda_stream(queue_number); }

  void prepare(CacheState state) {
    auto* at = static_cast<float*>(flush_.get());
    if (state == CacheState::cold) {
      float never = 0.0F;
      read_all(at, static_cast<std::int64_t>(flush_words_), &never);
      if (never != 0.0F) throw DeviceFault("the flush buffer changed");
    }
    if (!spin_) spin_.emplace();
    spin_->enqueue(queue_number);
  }

  bool opened_ = false;
  std::unique_ptr<DriverEvents> events_;
  DeviceWatch watch_;
  std::vector<Memory> memory_;
  Memory flush_;
  std::optional<OpenAccSpin> spin_;
  std::size_t flush_words_ = 0;
  const KernelCase* case_ = nullptr;
  OpenAccFunction function_ = nullptr;
};

}  // namespace

bool register_openacc_kernel(const char* kernel, OpenAccFunction function) {
  return registry().add(kernel, function);
}

std::unique_ptr<Backend> make_backend() {
  return std::make_unique<OpenAccBackend>();
}

}  // namespace gpumodel
