// The run-time library of OpenACC, as far as programs call it: host code is only read.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
typedef enum acc_device_t {
  acc_device_none,
  acc_device_default,
  acc_device_host,
  acc_device_not_host,
  acc_device_nvidia,
  acc_device_radeon,
  acc_device_current
} acc_device_t;
typedef enum acc_device_property_t {
  acc_property_none,
  acc_property_memory,
  acc_property_free_memory,
  acc_property_name,
  acc_property_vendor,
  acc_property_driver
} acc_device_property_t;
enum { acc_async_noval = -1, acc_async_sync = -2, acc_async_default = -3 };
int acc_get_num_devices(acc_device_t);
void acc_set_device_type(acc_device_t);
acc_device_t acc_get_device_type(void);
void acc_set_device_num(int, acc_device_t);
int acc_get_device_num(acc_device_t);
size_t acc_get_property(int, acc_device_t, acc_device_property_t);
const char* acc_get_property_string(int, acc_device_t, acc_device_property_t);
void acc_init(acc_device_t);
void acc_shutdown(acc_device_t);
int acc_on_device(int);
int acc_async_test(int);
int acc_async_test_all(void);
void acc_wait(int);
void acc_wait_async(int, int);
void acc_wait_all(void);
int acc_get_default_async(void);
void acc_set_default_async(int);
void* acc_malloc(size_t);
void acc_free(void*);
void* acc_copyin(void*, size_t);
void* acc_create(void*, size_t);
void acc_copyout(void*, size_t);
void acc_delete(void*, size_t);
void acc_update_device(void*, size_t);
void acc_update_self(void*, size_t);
void acc_map_data(void*, void*, size_t);
void acc_unmap_data(void*);
void* acc_deviceptr(void*);
void* acc_hostptr(void*);
int acc_is_present(void*, size_t);
void acc_memcpy_to_device(void*, void*, size_t);
void acc_memcpy_from_device(void*, void*, size_t);
#ifdef __cplusplus
}
#endif
