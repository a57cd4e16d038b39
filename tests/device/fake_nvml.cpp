// A driver's NVML with one GPU at 0000:3b:00.0. What it answers can be changed by environment:
//   FAKE_REFUSES   names of functions, separated by spaces, that say "not supported"
//   FAKE_SM_MHZ    the clock of the SMs now      FAKE_REASONS   the mask of clocks event reasons
//   FAKE_PROCESSES numbers of processes that compute, separated by spaces
// Built with FAKE_OLD_DRIVER it lacks what older drivers lack.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>

namespace {

constexpr int success = 0, not_supported = 3, not_found = 6, insufficient_size = 7;
int the_gpu = 0;

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

bool refused(const char* function) {
  std::istringstream names(setting("FAKE_REFUSES"));
  for (std::string name; names >> name;) {
    if (name == function) return true;
  }
  return false;
}

int give(const char* function, void* device, unsigned* out, unsigned value) {
  if (device != &the_gpu || refused(function)) return not_supported;
  *out = value;
  return success;
}

int give_text(const char* function, char* out, unsigned size, const char* text) {
  if (refused(function)) return not_supported;
  std::snprintf(out, size, "%s", text);
  return success;
}

unsigned number(const char* name, unsigned otherwise) {
  const std::string text = setting(name);
  return text.empty() ? otherwise : static_cast<unsigned>(std::stoul(text, nullptr, 0));
}

struct ProcessInfo {
  unsigned pid;
  unsigned long long memory;
  unsigned gpu_instance, compute_instance;
};

}  // namespace

#define GIVES(FUNCTION, VALUE)                           \
  extern "C" int FUNCTION(void* device, unsigned* out) { \
    return give(#FUNCTION, device, out, VALUE);          \
  }
#define GIVES_BY_KIND(FUNCTION, VALUE)                             \
  extern "C" int FUNCTION(void* device, int kind, unsigned* out) { \
    return give(#FUNCTION, device, out, VALUE);                    \
  }

extern "C" int nvmlInit_v2() {
  return refused("nvmlInit_v2") ? 9 : success;
}
extern "C" int nvmlShutdown() {
  return success;
}
extern "C" const char* nvmlErrorString(int code) {
  return code == 9 ? "Driver Not Loaded" : "some error";
}
extern "C" int nvmlSystemGetDriverVersion(char* out, unsigned size) {
  return give_text("nvmlSystemGetDriverVersion", out, size, "580.65.06");
}
extern "C" int nvmlSystemGetCudaDriverVersion_v2(int* out) {
  *out = 12040;
  return refused("nvmlSystemGetCudaDriverVersion_v2") ? not_supported : success;
}
extern "C" int nvmlDeviceGetHandleByPciBusId_v2(const char* address, void** device) {
  *device = &the_gpu;
  return std::strcmp(address, "0000:3b:00.0") == 0 ? success : not_found;
}
extern "C" int nvmlDeviceGetName(void* device, char* out, unsigned size) {
  return device == &the_gpu ? give_text("nvmlDeviceGetName", out, size, "NVIDIA Fake")
                            : not_supported;
}
extern "C" int nvmlDeviceGetEccMode(void* device, unsigned* current, unsigned* pending) {
  *pending = 0;
  return give("nvmlDeviceGetEccMode", device, current, 1);
}
extern "C" int nvmlDeviceGetMigMode(void* device, unsigned* current, unsigned* pending) {
  *pending = 1;
  return give("nvmlDeviceGetMigMode", device, current, 0);
}
GIVES(nvmlDeviceGetPersistenceMode, 1)
GIVES(nvmlDeviceGetEnforcedPowerLimit, 650000)
GIVES(nvmlDeviceGetPowerManagementLimit, 700000)
GIVES_BY_KIND(nvmlDeviceGetMaxClockInfo, kind == 1 ? 1980 : 3201)
GIVES_BY_KIND(nvmlDeviceGetClockInfo, kind == 1 ? number("FAKE_SM_MHZ", 1755) : 3201)
GIVES(nvmlDeviceGetCurrPcieLinkGeneration, 4)
GIVES(nvmlDeviceGetCurrPcieLinkWidth, 8)
GIVES(nvmlDeviceGetMaxPcieLinkGeneration, 5)
GIVES(nvmlDeviceGetMaxPcieLinkWidth, 16)
GIVES_BY_KIND(nvmlDeviceGetTemperature, kind == 0 ? 61 : 999)
GIVES(nvmlDeviceGetPowerUsage, 512500)

static int give_reasons(const char* function, void* device, unsigned long long* mask) {
  unsigned value = 0;
  const int code = give(function, device, &value, number("FAKE_REASONS", 0));
  *mask = value;
  return code;
}

#ifdef FAKE_OLD_DRIVER
extern "C" int nvmlDeviceGetCurrentClocksThrottleReasons(void* device, unsigned long long* mask) {
  return give_reasons("nvmlDeviceGetCurrentClocksThrottleReasons", device, mask);
}
#else
extern "C" int nvmlDeviceGetCurrentClocksEventReasons(void* device, unsigned long long* mask) {
  return give_reasons("nvmlDeviceGetCurrentClocksEventReasons", device, mask);
}

extern "C" int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned* count,
                                                       ProcessInfo* out) {
  if (device != &the_gpu || refused("nvmlDeviceGetComputeRunningProcesses_v3"))
    return not_supported;
  std::istringstream pids(setting("FAKE_PROCESSES"));
  unsigned found = 0;
  for (unsigned pid = 0; pids >> pid; ++found) {
    if (found < *count) out[found] = {pid, 0, 0, 0};
  }
  const int code = found > *count ? insufficient_size : success;
  *count = found;
  return code;
}
#endif
