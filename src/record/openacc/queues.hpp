// Regions that wait in queues, each for its turn.
#pragma once

#include <functional>

namespace gpumodel::openacc {

void enqueue(long queue, std::function<void()> work);
void finish_queue(long queue);
void finish_all();

}  // namespace gpumodel::openacc
