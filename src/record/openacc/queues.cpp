#include "src/record/openacc/queues.hpp"

#include <utility>
#include <vector>

namespace gpumodel::openacc {
namespace {

struct Pending {
  long queue;
  std::function<void()> work;
};

std::vector<Pending>& pending() {
  static std::vector<Pending>* all = new std::vector<Pending>;
  return *all;
}

}  // namespace

void enqueue(long queue, std::function<void()> work) {
  pending().push_back({queue, std::move(work)});
}

void finish_queue(long queue) {
  std::erase_if(pending(), [&](Pending& each) {
    if (each.queue != queue) return false;
    each.work();
    return true;
  });
}

void finish_all() {
  for (Pending& each : pending()) each.work();
  pending().clear();
}

}  // namespace gpumodel::openacc
