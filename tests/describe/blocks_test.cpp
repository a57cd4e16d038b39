// Blocks of a kernel on any number of cores do the same.
#include "src/record/block.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

extern "C" {
extern __thread unsigned __gpumodel_place[13];
extern __thread void* __gpumodel_dynamic;
void __gpumodel_barrier();
unsigned __gpumodel_shuffle_xor_u32(unsigned mask, unsigned value, int with, int width);
int __gpumodel_atomic_add_i32(int* p, int v);
double __gpumodel_atomic_add_f64(double* p, double v);
}

namespace gpumodel::record {

double real_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

namespace {

constexpr unsigned threads = 96, across = 19, down = 23, blocks = across * down;
constexpr unsigned cores[] = {1, 2, 3, 16};

unsigned block_number() {
  return __gpumodel_place[3] + across * __gpumodel_place[4];
}

// What blocks are given their results in.
struct Output {
  std::vector<unsigned> of_block = std::vector<unsigned>(blocks);
  std::vector<unsigned> order{};
  int count = 0;
  double sum = 0.0;
  std::set<std::thread::id> on{};
  std::mutex mutex{};
};

// Threads turn their numbers round the block in shared memory, and lanes add them up.
void turn(void** arguments) {
  auto& out = *static_cast<Output*>(arguments[0]);
  auto* shared = static_cast<unsigned*>(__gpumodel_dynamic);
  const unsigned own = __gpumodel_place[0], block = block_number();
  shared[own] = own * 2654435761U + block;
  for (unsigned round = 0; round < 5; ++round) {
    __gpumodel_barrier();
    const unsigned next = shared[(own + 1) % threads];
    __gpumodel_barrier();
    shared[own] = next * 31 + round;
  }
  unsigned sum = shared[own];
  for (int with = 16; with > 0; with /= 2) sum += __gpumodel_shuffle_xor_u32(~0U, sum, with, 32);
  __gpumodel_barrier();
  shared[own] = sum;
  __gpumodel_barrier();
  if (own == 0) out.of_block[block] = shared[0] ^ shared[32] ^ shared[64];
  __gpumodel_atomic_add_i32(&out.count, 1);
}

// Of threads that never meet.
void alone(void** arguments) {
  auto& out = *static_cast<Output*>(arguments[0]);
  unsigned value = block_number() + 1;
  for (int i = 0; i < 100; ++i) value = value * 1664525U + __gpumodel_place[0];
  out.of_block[block_number()] += value;
  __gpumodel_atomic_add_i32(&out.count, 1);
  if (__gpumodel_place[0] != 0) return;
  const std::lock_guard lock(out.mutex);
  out.on.insert(std::this_thread::get_id());
}

void add_up(void** arguments) {
  auto& out = *static_cast<Output*>(arguments[0]);
  __gpumodel_atomic_add_f64(&out.sum, 1.0 / (1 + block_number()));
  if (__gpumodel_place[0] == 0) out.order.push_back(block_number());
}

void run(const BlockCode& code, Output& out, unsigned on) {
  void* arguments[] = {&out};
  run_blocks(code, arguments, {dim3(across, down), dim3(threads), threads * sizeof(unsigned), "k"},
             on);
}

TEST(Blocks, DoTheSameOnAnyNumberOfCores) {
  for (const BlockCode& code : {BlockCode{turn, true}, BlockCode{alone}}) {
    std::vector<unsigned> expected;
    for (const unsigned on : cores) {
      Output out;
      run(code, out, on);
      if (expected.empty()) expected = out.of_block;
      EXPECT_EQ(out.of_block, expected) << on;
      EXPECT_EQ(out.count, static_cast<int>(threads * blocks)) << on;
    }
    EXPECT_GT(std::set<unsigned>(expected.begin(), expected.end()).size(), blocks / 2);
  }
}

TEST(Blocks, AreDoneByAllCores) {
  for (int attempt = 0; attempt < 50; ++attempt) {  // a machine that is busy may need several
    Output out;
    run({alone}, out, 4);
    ASSERT_LE(out.on.size(), 4U);
    if (out.on.size() > 1) return;
  }
  FAIL() << "one core did all blocks";
}

TEST(Blocks, KeepTheirOrderWhereItMatters) {
  for (const unsigned on : cores) {
    Output out, first;
    run({add_up, false, true}, out, on);
    run({add_up, false, true}, first, 1);
    std::vector<unsigned> all(blocks);
    std::iota(all.begin(), all.end(), 0U);
    EXPECT_EQ(out.order, all);
    EXPECT_EQ(out.sum, first.sum);
  }
}

TEST(Blocks, RunFromThreadsThatEnd) {
  for (int i = 0; i < 8; ++i) {
    std::thread([&] {
      Output out;
      run({turn, true}, out, 2);
      EXPECT_EQ(out.count, static_cast<int>(threads * blocks));
    }).join();
  }
}

}  // namespace
}  // namespace gpumodel::record
