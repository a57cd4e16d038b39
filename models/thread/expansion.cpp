#include "models/thread/expansion.hpp"

namespace gpumodel {

Expansion expansion_of(OperationClass, Operation operation, ComputeCapability) {
  switch (operation) {
    case Operation::fma:
      return {.fma = 1};
    case Operation::mul:
      return {.mul = 1};
    case Operation::add:
      return {.add = 1};
    case Operation::compare:
      return {.compare = 1};
    default:
      return {.special = 1};
  }
}

}  // namespace gpumodel
