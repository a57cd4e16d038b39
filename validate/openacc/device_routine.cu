// The __device__ function of device_routine.cpp; compiled with -rdc=true.
extern "C" __device__ void gpumodel_store_double(float* a, const float* b, int i) {
  a[i] = 2.0F * b[i];
}
