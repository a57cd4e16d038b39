// describe: -D n=4096 -D out_elements=16Ki --values 'at=uniform: [0, 4096]' --values 'at_2=uniform: [0, 4096]' --values 'at_3=uniform: [0, 4096]'
// What is loaded or drawn on one way only is not known where ways meet: what comes of them is asked
// for there, once.
__global__ void loaded(int* out, const int* in, const int* other, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = 0;
  if (i % 3 == 0) {
    at = in[i];
    out[i] = 7;
  } else {
    at = other[i] + 1;
    out[i + 1] = 9;
  }
  if (i < n) out[at] = 1;
}

__global__ void drawn(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned ones = __ballot_sync(~0u, in[i]);
  int at;
  if (i % 3 == 0)
    at = __popc(~ones);
  else
    at = __popc(~ones) + __popc(ones & 7);
  if (i < n) out[at] = 1;
}

__global__ void last(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = 0, k = 0;
  do {
    at = in[i + k];
    out[i + k] = at;
  } while (++k < n);
  out[at] = 1;
}

void launch(int* out, const int* in, const int* other, int n) {
  loaded<<<32, 128>>>(out, in, other, n);
  drawn<<<32, 128>>>(out, in, n);
  last<<<32, 128>>>(out, in, n);
}
