#include "models/kernel/workload.hpp"

#include <cmath>

namespace gpumodel {
namespace {

// CUDA's limits on a launch; the first axis of a grid is the long one.
constexpr std::array<std::int64_t, 3> max_grid = {2147483647, 65535, 65535};
constexpr std::array<std::int64_t, 3> max_block = {1024, 1024, 64};
constexpr std::int64_t max_threads_per_block = 1024;

class WorkloadEvaluator {
 public:
  explicit WorkloadEvaluator(std::span<const Number> values) : values_(values) {}

  double count(const Formula& formula) const {
    const Number value = number(formula);
    if (const std::string fault = count_fault(value); !fault.empty())
      gpumodel::fail(formula, fault);
    return value.real();
  }
  std::int64_t integer(const Formula& formula, std::int64_t at_least,
                       std::int64_t at_most = INT64_MAX) const {
    const Number value = whole(number(formula));
    if (!value.is_integer()) fail(formula, "expected a whole number, this is ", value);
    if (value.integer() < at_least) {
      fail(formula, "expected at least " + std::to_string(at_least) + ", this is ", value);
    }
    if (value.integer() > at_most) {
      fail(formula, "expected at most " + std::to_string(at_most) + ", this is ", value);
    }
    return value.integer();
  }

 private:
  // 1.5 * n is a whole number where n is even.
  static Number whole(Number value) {
    const bool fits = !value.is_integer() && std::abs(value.real()) < 0x1p53;
    return fits && value.real() == std::floor(value.real()) ? floor_of(value) : value;
  }
  Number number(const Formula& formula) const {
    try {
      return formula.expression.evaluate(values_);
    } catch (const ExpressionError& error) {
      throw FormulaError{&formula, error};
    }
  }
  [[noreturn]] static void fail(const Formula& formula, const std::string& what, Number value) {
    gpumodel::fail(formula, what + to_string(value));
  }

  std::span<const Number> values_;
};

Bytes bytes_of(const Array& array, const WorkloadEvaluator& evaluator) {
  const std::size_t fastest =
      array.order == StorageOrder::row_major ? array.shape.size() - 1 : std::size_t{0};
  auto bytes = static_cast<double>(array.element_bytes());
  for (std::size_t d = 0; d < array.shape.size(); ++d) {
    std::int64_t extent = evaluator.integer(array.shape[d], 0);
    const bool padded = array.padding && d == fastest && array.shape.size() > 1;
    if (padded) extent += evaluator.integer(*array.padding, 0, INT32_MAX);
    bytes *= static_cast<double>(extent);
  }
  return Bytes{bytes};
}

Bytes bytes_moved(const Kernel& kernel, std::span<const WordCount> words, double work_items,
                  const WorkloadEvaluator& evaluator) {
  Bytes total{};
  for (const WordCount& word : words) {
    const double elements = work_items * evaluator.count(word.count);
    total = total + elements * kernel.arrays[word.array].type.size();
  }
  return total;
}

LaunchShape shape_of(const LaunchFormula& launch, const WorkloadEvaluator& evaluator) {
  LaunchShape shape;
  for (std::size_t axis = 0; axis < launch.block.size(); ++axis) {
    shape.block[axis] = evaluator.integer(launch.block[axis], 1, max_block[axis]);
  }
  if (shape.threads_per_block() > max_threads_per_block) {
    fail(launch.block.front(),
         "a block has at most 1024 threads, this has " + std::to_string(shape.threads_per_block()));
  }
  for (std::size_t axis = 0; axis < launch.grid.size(); ++axis) {
    shape.grid[axis] = evaluator.integer(launch.grid[axis], 1, max_grid[axis]);
  }
  if (launch.registers_per_thread) {
    shape.registers_per_thread = evaluator.integer(*launch.registers_per_thread, 1, 255);
  }
  if (launch.shared_memory) shape.shared_memory = evaluator.integer(*launch.shared_memory, 0);
  if (launch.carveout) shape.carveout = evaluator.integer(*launch.carveout, 0, 100);
  return shape;
}

}  // namespace

Workload evaluate(const Kernel& kernel, std::span<const Number> values) {
  const WorkloadEvaluator evaluator(values);
  Workload work;
  if (kernel.launch) work.launch = shape_of(*kernel.launch, evaluator);
  if (kernel.thread) {
    work.work_items = work.launch->threads();
  } else {
    work.work_items = static_cast<double>(evaluator.integer(kernel.work_items, 1));
  }
  for (const OperationCount& operation : kernel.operations) {
    Flop& flop = work.flop[static_cast<std::size_t>(operation.pipe)];
    flop = flop + Flop{work.work_items * evaluator.count(operation.count) * operation.flop_each};
  }
  work.loaded = bytes_moved(kernel, kernel.loads, work.work_items, evaluator);
  work.stored = bytes_moved(kernel, kernel.stores, work.work_items, evaluator);
  work.unread = work.stored;
  work.requested = work.loaded;
  for (const std::size_t array : kernel.to_device) {
    work.to_device = work.to_device + bytes_of(kernel.arrays[array], evaluator);
  }
  for (const std::size_t array : kernel.to_host) {
    work.to_host = work.to_host + bytes_of(kernel.arrays[array], evaluator);
  }
  if (kernel.thread) return work;
  if (work.total_flop().si == 0.0 && work.moved().si == 0.0) {
    fail(kernel.work_items, "the kernel computes and moves nothing at these parameters");
  }
  return work;
}

Bytes array_bytes(const Array& array, std::span<const Number> values) {
  return bytes_of(array, WorkloadEvaluator(values));
}

Bytes device_bytes(const Kernel& kernel, std::span<const Number> values) {
  const WorkloadEvaluator evaluator(values);
  Bytes total{};
  for (const Array& array : kernel.arrays) {
    if (array.space != MemorySpace::shared) total = total + bytes_of(array, evaluator);
  }
  return total;
}

const Array* largest_array(const Kernel& kernel, std::span<const Number> values) {
  const WorkloadEvaluator evaluator(values);
  const Array* largest = nullptr;
  Bytes most{-1.0};
  for (const Array& array : kernel.arrays) {
    if (array.space == MemorySpace::shared || bytes_of(array, evaluator) <= most) continue;
    largest = &array;
    most = bytes_of(array, evaluator);
  }
  return largest;
}

LaunchShape launch_shape(const Kernel& kernel, std::span<const Number> values) {
  return shape_of(*kernel.launch, WorkloadEvaluator(values));
}

}  // namespace gpumodel
