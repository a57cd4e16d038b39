// describe: --launch 'block=[128] grid=[ceil_div(many, 128)]' -D many=4096 -D data_elements=1024 -D taken_11=0.5 --values 'r_rounds=uniform: [1, 11]' --values 'middle=uniform: [0, data_elements]' --values 'wanted=uniform: [0, 100]' --values 'data=uniform: [0, 100]'
// What leaves a loop is merged with what goes on in it, for an object ends with each round: a switch.
struct Round {
  __device__ ~Round() {}
};
__global__ void search(const int* data, const int* wanted, int* places, int n, int many) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= many) return;
  const int value = wanted[i];
  int low = 0, high = n - 1, place = -1;
  while (low <= high) {
    const Round round;
    const int middle = (low + high) / 2;
    const int found = data[middle];
    if (found == value) {
      place = middle;
      break;
    }
    if (found < value)
      low = middle + 1;
    else
      high = middle - 1;
  }
  places[i] = place;
}
