// Random numbers on the device: types as large as CURAND's, functions that are not in the file.
#pragma once

struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
template <class State> __attribute__((device)) void curand_init(unsigned long long, unsigned long long, unsigned long long, State*);
template <class State> __attribute__((device)) unsigned curand(State*);
template <class State> __attribute__((device)) float curand_uniform(State*);
template <class State> __attribute__((device)) double curand_uniform_double(State*);
template <class State> __attribute__((device)) float curand_normal(State*);
template <class State> __attribute__((device)) double curand_normal_double(State*);
template <class State> __attribute__((device)) float2 curand_normal2(State*);
template <class State> __attribute__((device)) float4 curand_uniform4(State*);
template <class State> __attribute__((device)) uint4 curand4(State*);
