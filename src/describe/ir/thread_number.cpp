#include "src/describe/ir/values.hpp"

namespace gpumodel::describe {

namespace {

// The linear number of the thread in its block.
Formula linear_thread(const KernelCode& code) {
  const auto extent = [&](std::size_t axis, const char* name) {
    return code.stated_block[axis] ? Formula(*code.stated_block[axis]) : coordinate(name);
  };
  const Formula x = extent(0, "block.x"), y = extent(1, "block.y");
  if (code.one_dimension) return coordinate("thread.x");
  return coordinate("thread.x") + coordinate("thread.y") * x + coordinate("thread.z") * x * y;
}
Formula linear_thread_2d(const KernelCode& code) {
  const Formula x = code.stated_block[0] ? Formula(*code.stated_block[0]) : coordinate("block.x");
  return coordinate("thread.x") + coordinate("thread.y") * x;
}

}  // namespace

bool is_thread_number(const Formula& formula, const KernelCode& code) {
  return formula == linear_thread(code) || formula == linear_thread_2d(code);
}

Formula with_global(const Formula& formula, const KernelCode& code) {
  Formula result = formula;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string letter(1, "xyz"[axis]);
    const Formula block =
        code.stated_block[axis] ? Formula(*code.stated_block[axis]) : coordinate("block." + letter);
    const Formula index = coordinate("block_index." + letter);
    const Formula thread = coordinate("thread." + letter);
    const Formula whole = index * block;
    const auto& wanted = *whole.terms().begin();
    // Each term with block_index * block that has its like with thread.
    for (bool again = true; again;) {
      again = false;
      for (const auto& [monomial, coefficient] : result.terms()) {
        if (coefficient % wanted.second != 0) continue;
        Formula term(coefficient);
        for (const AtomPtr& atom : monomial) term = term * Formula(atom);
        const auto factor = term.divided_by(whole);
        if (!factor) continue;
        const Formula like = *factor * thread;
        const auto found = result.terms().find(like.terms().begin()->first);
        if (found == result.terms().end() || found->second != like.terms().begin()->second)
          continue;
        result = result - term - like + *factor * coordinate("global." + letter);
        again = true;
        break;
      }
    }
  }
  return result;
}

}  // namespace gpumodel::describe
