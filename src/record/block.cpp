#undef _FORTIFY_SOURCE  // which takes a change of stacks for an error
#include "src/record/block.hpp"

#include <pthread.h>
#include <setjmp.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <vector>

#include "src/record/channel.hpp"
#include "src/record/crew.hpp"
#include "src/record/meet.hpp"

// NOLINTBEGIN(readability-identifier-naming): as the code of kernels reads it, each core its own
extern "C" {
__thread unsigned __gpumodel_place[13];
__thread void* __gpumodel_dynamic;
}
// NOLINTEND(readability-identifier-naming)

namespace gpumodel::record {
namespace {

constexpr unsigned warp = 32;
const char* kernel_that_runs = "";

struct Thread {
  jmp_buf where{};
  unsigned place[3]{};
  enum class State { ready, at_barrier, in_warp, done } state = State::done;
  Meeting meeting{};
  void* stack = nullptr;
};

constexpr std::size_t stack_bytes = 256UL * 1024;

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

struct Block {
  std::vector<Thread> threads;  // with their stacks, for all blocks
  std::size_t count = 0, running = 0;
  jmp_buf scheduler{};
  Body body = nullptr;
  void** arguments = nullptr;

  ~Block() {
    for (const Thread& each : threads)
      if (each.stack != nullptr) munmap(each.stack, stack_bytes + page_bytes());
  }
};

// Of this core. It goes with its thread, but that of the main one: what runs at the very end of the
// application may still need it.
Block& block() {
  static const pthread_key_t key = [] {
    pthread_key_t made{};
    pthread_key_create(&made, [](void* of) { delete static_cast<Block*>(of); });
    return made;
  }();
  static __thread Block* own = nullptr;
  if (own == nullptr) {
    own = new Block;
    pthread_setspecific(key, own);
  }
  return *own;
}

[[noreturn]] void stop_for(const char* why) {
  std::fprintf(stderr, "error: %s cannot be executed: %s\n", kernel_that_runs, why);
  _exit(126);
}

void set_extent(unsigned at, const dim3& of) {
  __gpumodel_place[at] = of.x;
  __gpumodel_place[at + 1] = of.y;
  __gpumodel_place[at + 2] = of.z;
}

void set_thread(std::size_t number, const unsigned (&place)[3]) {
  std::copy_n(place, 3, __gpumodel_place);
  __gpumodel_place[12] = static_cast<unsigned>(number % warp);
}

// Back to the others, until this one may go on.
void leave(Thread::State state) {
  Block& of = block();
  Thread& own = of.threads[of.running];
  own.state = state;
  if (_setjmp(own.where) == 0) _longjmp(of.scheduler, 1);
}

void begin_thread() {
  for (;;) {  // a thread of each block
    block().body(block().arguments);
    leave(Thread::State::done);
  }
}

void start(Thread& thread) {
  void* made = mmap(nullptr, stack_bytes + page_bytes(), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED) stop_for("there is no memory for the stacks of its threads");
  mprotect(made, page_bytes(), PROT_NONE);
  thread.stack = made;
  static __thread ucontext_t first;
  getcontext(&first);
  first.uc_stack.ss_sp = static_cast<char*>(made) + page_bytes();
  first.uc_stack.ss_size = stack_bytes;
  first.uc_link = nullptr;
  makecontext(&first, begin_thread, 0);
  setcontext(&first);
}

void resume(std::size_t number) {
  Block& of = block();
  of.running = number;
  Thread& thread = of.threads[number];
  set_thread(number, thread.place);
  if (_setjmp(of.scheduler) != 0) return;
  if (thread.stack != nullptr) _longjmp(thread.where, 1);
  start(thread);
}

// Those at the same place of the code whose mask names them meet once all of them are there, or
// once nobody else can come.
bool meet_in_warp(std::size_t first, bool no_more) {
  Block& of = block();
  const std::size_t end = std::min(first + warp, of.count);
  unsigned waiting = 0, alive = 0;
  for (std::size_t i = first; i < end; ++i) {
    const auto state = of.threads[i].state;
    if (state != Thread::State::done) alive |= 1U << (i - first);
    if (state == Thread::State::in_warp) waiting |= 1U << (i - first);
  }
  bool met = false;
  for (unsigned left = waiting; left != 0;) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const Meeting& one = of.threads[first + lane].meeting;
    unsigned same = 0;
    for (std::size_t i = first; i < end; ++i) {
      const Meeting& other = of.threads[i].meeting;
      const bool here = ((waiting >> (i - first)) & 1U) != 0;
      if (here && other.site == one.site && other.mask == one.mask) same |= 1U << (i - first);
    }
    left &= ~same;
    if (!no_more && (one.mask & alive & ~same) != 0) continue;
    Meeting* lanes[warp] = {};
    for (std::size_t i = first; i < end; ++i)
      if (((same >> (i - first)) & 1U) != 0) lanes[i - first] = &of.threads[i].meeting;
    one.act(lanes, same);
    for (std::size_t i = first; i < end; ++i)
      if (((same >> (i - first)) & 1U) != 0) of.threads[i].state = Thread::State::ready;
    met = true;
    if (no_more) return true;  // the next may find others again
  }
  return met;
}

bool meet_at_barrier() {
  Block& of = block();
  std::vector<Meeting*> all;
  for (std::size_t i = 0; i < of.count; ++i) {
    if (of.threads[i].state == Thread::State::done) continue;
    if (of.threads[i].state != Thread::State::at_barrier) return false;
    all.push_back(&of.threads[i].meeting);
  }
  if (all.empty()) return false;
  std::uint64_t count = 0;
  for (const Meeting* each : all) count += each->value != 0 ? 1 : 0;
  for (Meeting* each : all) {
    each->result = each->wants == Meeting::count ? count
                   : each->wants == Meeting::any ? (count > 0 ? 1 : 0)
                                                 : (count == all.size() ? 1 : 0);
  }
  for (std::size_t i = 0; i < of.count; ++i)
    if (of.threads[i].state == Thread::State::at_barrier)
      of.threads[i].state = Thread::State::ready;
  return true;
}

// Whether a thread of the warp went on.
bool run_warp(std::size_t first) {
  Block& of = block();
  bool moved = false;
  for (std::size_t i = first; i < std::min(first + warp, of.count); ++i) {
    if (of.threads[i].state != Thread::State::ready) continue;
    resume(i);
    moved = true;
  }
  return meet_in_warp(first, false) || moved;
}

bool meet_those_that_are_there() {
  for (std::size_t first = 0; first < block().count; first += warp)
    if (meet_in_warp(first, true)) return true;
  return false;
}

void run_together() {
  Block& of = block();
  const auto is_done = [](const Thread& thread) { return thread.state == Thread::State::done; };
  const auto begin = of.threads.begin();
  for (std::size_t i = 0; i < of.count; ++i) of.threads[i].state = Thread::State::ready;
  while (!std::all_of(begin, begin + static_cast<std::ptrdiff_t>(of.count), is_done)) {
    bool moved = false;
    for (std::size_t first = 0; first < of.count; first += warp) moved = run_warp(first) || moved;
    if (moved || meet_at_barrier() || meet_those_that_are_there()) continue;
    if (!std::all_of(begin, begin + static_cast<std::ptrdiff_t>(of.count), is_done))
      stop_for("threads of a block wait at a barrier, others never come to one");
  }
}

void place_threads(const dim3& extent) {
  Block& of = block();
  of.count = std::size_t{extent.x} * extent.y * extent.z;
  if (of.threads.size() < of.count) of.threads.resize(of.count);
  for (std::size_t i = 0; i < of.count; ++i) {
    const auto number = static_cast<unsigned>(i);
    of.threads[i].place[0] = number % extent.x;
    of.threads[i].place[1] = number / extent.x % extent.y;
    of.threads[i].place[2] = number / extent.x / extent.y;
  }
}

// Of shares: 0.4 % off, where all lanes of a block agree.
constexpr std::uint64_t most_of_a_sample = 16384;

// The blocks of a launch, taken in their order, a few at a time.
class Blocks {
 public:
  Blocks(const BlockCode& code, void** arguments, const BlockLaunch& launch)
      : code_(code),
        arguments_(arguments),
        launch_(launch),
        count_(std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z),
        enough_(count_) {}

  // One at a time, each far from those before: every part of the order is all over the grid, and
  // says of it what all would.
  void spread() {
    at_a_time_ = 1;
    if (code_.in_order) return;
    enough_ = std::min(count_, most_of_a_sample);
    stride_ = static_cast<std::uint64_t>(0.618 * static_cast<double>(count_)) + 1;
    while (std::gcd(stride_, count_) != 1) ++stride_;
  }

  // Runs blocks for as long, as far as there are any.
  void run(double seconds) {
    Block& of = block();
    of.body = code_.body;
    of.arguments = arguments_;
    place_threads(launch_.block);
    set_extent(6, launch_.block);
    set_extent(9, launch_.grid);
    std::vector<std::max_align_t> dynamic(launch_.shared / sizeof(std::max_align_t) + 1);
    __gpumodel_dynamic = dynamic.data();
    const double end = real_seconds() + seconds;
    do {
      const std::uint64_t first = next_.fetch_add(at_a_time_);
      for (std::uint64_t i = first; i < std::min(first + at_a_time_, enough_); ++i)
        run_block(i * stride_ % count_);
    } while (!done() && real_seconds() < end);
  }
  bool done() const { return next_.load() >= enough_; }
  std::uint64_t begun() const { return std::min(next_.load(), enough_); }

 private:
  void run_block(std::uint64_t number) const {
    const std::uint64_t x = launch_.grid.x, y = launch_.grid.y;
    set_extent(3, dim3(static_cast<unsigned>(number % x), static_cast<unsigned>(number / x % y),
                       static_cast<unsigned>(number / x / y)));
    if (code_.together) return run_together();
    Block& of = block();
    for (std::size_t i = 0; i < of.count; ++i) {
      set_thread(i, of.threads[i].place);
      code_.body(arguments_);
    }
  }

  const BlockCode& code_;
  void** arguments_;
  const BlockLaunch& launch_;
  std::uint64_t count_, enough_, at_a_time_ = 4, stride_ = 1;
  std::atomic<std::uint64_t> next_{0};
};

constexpr double worth_a_crew = 200e-6, for_ever = 1e30;

}  // namespace

Meeting& meeting() {
  return block().threads[block().running].meeting;
}
void meet_warp() {
  leave(Thread::State::in_warp);
}
void meet_block() {
  leave(Thread::State::at_barrier);
}
void step() {
  leave(Thread::State::ready);
}

// Others are called only where this one has much to do.
void run_blocks(const BlockCode& code, void** arguments, const BlockLaunch& launch,
                unsigned cores) {
  kernel_that_runs = launch.kernel;
  Blocks blocks(code, arguments, launch);
  const bool alone = code.in_order || cores <= 1;
  blocks.run(alone ? for_ever : worth_a_crew);
  if (!blocks.done()) work_together(cores, [&] { blocks.run(for_ever); });
}

std::uint64_t run_some_blocks(const BlockCode& code, void** arguments, const BlockLaunch& launch,
                              double seconds) {
  kernel_that_runs = launch.kernel;
  Blocks blocks(code, arguments, launch);
  blocks.spread();
  blocks.run(seconds);
  return blocks.begun();
}

}  // namespace gpumodel::record
