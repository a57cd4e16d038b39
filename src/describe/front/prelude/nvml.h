// What benchmarks ask of NVML before they begin: names and clocks of devices.
#pragma once

enum nvmlReturn_t { NVML_SUCCESS = 0, NVML_ERROR_INVALID_ARGUMENT = 2, NVML_ERROR_NOT_SUPPORTED = 3,
                    NVML_ERROR_UNKNOWN = 999 };
enum nvmlClockType_t { NVML_CLOCK_GRAPHICS, NVML_CLOCK_SM, NVML_CLOCK_MEM };
typedef struct nvmlDevice_st* nvmlDevice_t;
struct nvmlMemory_t {
  unsigned long long total, free, used;
};
nvmlReturn_t nvmlInit();
nvmlReturn_t nvmlShutdown();
const char* nvmlErrorString(nvmlReturn_t);
nvmlReturn_t nvmlDeviceGetCount(unsigned*);
nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned, nvmlDevice_t*);
nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char*, nvmlDevice_t*);
nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t, char*, unsigned);
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t, nvmlClockType_t, unsigned*);
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t, nvmlClockType_t, unsigned*);
nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t, nvmlMemory_t*);

// What a machine measures of itself and no device file states: refused at run time.
enum nvmlTemperatureSensors_t { NVML_TEMPERATURE_GPU };
struct nvmlUtilization_t {
  unsigned gpu, memory;
};
nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t, unsigned*);
nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t, nvmlTemperatureSensors_t, unsigned*);
nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t, nvmlUtilization_t*);
nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t, unsigned long long*);
