#include "tests/traffic/random_program.hpp"

#include <sstream>

#include "models/kernel/compiler/rules.hpp"

namespace gpumodel::test {
namespace {

long pick(std::mt19937& random, long low, long high) {
  return std::uniform_int_distribution<long>(low, high)(random);
}
template <class T>
const T& one_of(std::mt19937& random, const std::vector<T>& choices) {
  return choices[static_cast<std::size_t>(pick(random, 0, static_cast<long>(choices.size()) - 1))];
}

std::string index_text(const RandomIndex& index, const std::array<long, 3>& block, long shift) {
  std::ostringstream text;
  text << index.offset + shift;
  const char axes[] = {'x', 'y', 'z'};
  for (std::size_t a = 0; a < 3; ++a) {
    if (index.thread[a] != 0) text << " + " << index.thread[a] << "*thread." << axes[a];
    if (block[a] != 0) text << " + " << block[a] << "*block_index." << axes[a];
  }
  if (index.loop != 0) text << " + " << index.loop << "*k";
  return text.str();
}

struct Bounds {
  long low = 0, high = 0;
  void add(long coefficient, long most) { (coefficient < 0 ? low : high) += coefficient * most; }
};

Bounds bounds_of(const RandomProgram& p, const RandomAccess& access, std::size_t d) {
  const RandomIndex& index = access.indices[d];
  Bounds bounds{index.offset, index.offset};
  for (std::size_t a = 0; a < 3; ++a) {
    bounds.add(index.thread[a], p.block[a] - 1);
    bounds.add(p.arrays[static_cast<std::size_t>(access.array)].block[d][a], p.grid[a] - 1);
  }
  if (access.in_loop) bounds.add(index.loop, std::max<long>(0, (p.rounds - 1) * p.step));
  return bounds;
}

RandomAccess random_access(std::mt19937& random, const RandomProgram& p) {
  RandomAccess access;
  access.array = static_cast<int>(pick(random, 0, static_cast<long>(p.arrays.size()) - 1));
  access.store = pick(random, 0, 3) == 0;
  access.in_loop = p.rounds > 0 && pick(random, 0, 1) == 0;
  access.guarded = pick(random, 0, 1) == 0;
  const auto dimensions = p.arrays[static_cast<std::size_t>(access.array)].block.size();
  for (std::size_t d = 0; d < dimensions; ++d) {
    RandomIndex index;
    index.offset = pick(random, -2, 2);
    const bool fastest = d + 1 == dimensions;
    index.thread[0] =
        fastest ? one_of<long>(random, {1, 1, 1, 2, 3, 0, -1, 8}) : pick(random, 0, 1);
    index.thread[1] =
        fastest ? one_of<long>(random, {0, 0, 8, 32}) : one_of<long>(random, {1, 0, 2});
    index.thread[2] = pick(random, 0, 1);
    if (access.in_loop) index.loop = one_of<long>(random, {0, 1, 1, 2, 4, -1, 32});
    access.indices.push_back(index);
  }
  return access;
}

RandomArray random_array(std::mt19937& random, const RandomProgram& p) {
  RandomArray array;
  array.type = one_of<std::string>(random, {"f32", "f64", "f32", "i8", "f32x4", "f16"});
  const long dimensions = pick(random, 1, 3);
  for (long d = 0; d < dimensions; ++d) {
    std::array<long, 3> step{};
    const bool fastest = d + 1 == dimensions;
    if (fastest) {
      step[0] = one_of<long>(random, {p.block[0], p.block[0], p.block[0], 1, 0, 7, 3});
      step[1] = one_of<long>(random, {0, 0, 0, p.block[0] * p.grid[0], 5});
    } else {
      step[1] = one_of<long>(random, {p.block[1], p.block[1], 0, 1});
      step[2] = one_of<long>(random, {p.block[2], 0, 1});
    }
    array.block.push_back(step);
  }
  return array;
}

}  // namespace

RandomProgram random_program(std::mt19937& random) {
  RandomProgram p;
  p.block = {one_of<long>(random, {32, 16, 8, 20, 64, 1}), one_of<long>(random, {1, 1, 2, 4}),
             one_of<long>(random, {1, 1, 1, 2})};
  p.grid = {one_of<long>(random, {1, 2, 5, 9, 16, 40}), one_of<long>(random, {1, 1, 3, 8}),
            one_of<long>(random, {1, 1, 1, 3})};
  if (pick(random, 0, 2) == 0) {
    p.rounds = one_of<long>(random, {1, 2, 5, 60});
    p.step = one_of<long>(random, {1, 1, 2});
  }
  if (p.rounds > 5) {  // keeps the walk short
    p.block = {one_of<long>(random, {32, 20, 8}), pick(random, 1, 2), 1};
    p.grid = {one_of<long>(random, {1, 2, 9}), 1, 1};
  }
  const long arrays = pick(random, 1, 2);
  for (long i = 0; i < arrays; ++i) p.arrays.push_back(random_array(random, p));
  const long accesses = pick(random, 1, 4);
  for (long i = 0; i < accesses; ++i) p.accesses.push_back(random_access(random, p));
  const long width = p.block[0] * p.grid[0];
  if (pick(random, 0, 1) == 0) {
    p.x_from = pick(random, 0, 2);
    p.x_to = std::max<long>(1, width - pick(random, 0, width / 2));
    p.y_to = std::max<long>(1, p.block[1] * p.grid[1] - pick(random, 0, 2));
  }
  return p;
}

ProgramBuilder build(const RandomProgram& p) {
  // What is walked stays where it is written.
  static const CompilerRules as_written{.shares_and_spills = false};
  ProgramBuilder builder;
  builder.compiler(as_written);
  std::vector<std::vector<long>> shift(p.arrays.size());
  for (std::size_t i = 0; i < p.arrays.size(); ++i) {
    std::vector<long> shape;
    for (std::size_t d = 0; d < p.arrays[i].block.size(); ++d) {
      Bounds all;
      for (const RandomAccess& access : p.accesses) {
        if (access.array != static_cast<int>(i)) continue;
        const Bounds bounds = bounds_of(p, access, d);
        all.low = std::min(all.low, bounds.low);
        all.high = std::max(all.high, bounds.high);
      }
      shift[i].push_back(-all.low);
      // Rows are whole lines: what lies at the end of one row and at the start of the next is then
      // never in one sector.
      const long extent = all.high - all.low + 1;
      const bool fastest = d + 1 == p.arrays[i].block.size();
      shape.push_back(fastest && d > 0 ? (extent + 127) / 128 * 128 : extent);
    }
    builder.array("a" + std::to_string(i), p.arrays[i].type.c_str(), shape);
  }
  const std::size_t k = builder.variable("k");
  Body outside, inside;
  const std::string guard = "global.x >= " + std::to_string(p.x_from) + " && global.x < " +
                            std::to_string(p.x_to) + " && global.y < " + std::to_string(p.y_to);
  for (const RandomAccess& access : p.accesses) {
    const auto array = static_cast<std::size_t>(access.array);
    std::string text = "a" + std::to_string(array);
    for (std::size_t d = 0; d < access.indices.size(); ++d) {
      text += "[" + index_text(access.indices[d], p.arrays[array].block[d], shift[array][d]) + "]";
    }
    Statement statement = access.store ? builder.store(text) : builder.load(text);
    if (access.guarded && p.x_to > 0) statement = builder.when(guard, {std::move(statement)});
    (access.in_loop ? inside : outside).push_back(std::move(statement));
  }
  if (!inside.empty()) {
    outside.push_back(builder.loop(k, "0", std::to_string(p.rounds * p.step),
                                   std::to_string(p.step), std::move(inside)));
  }
  builder.body(std::move(outside));
  return builder;
}

std::string describe(const RandomProgram& p) {
  std::ostringstream text;
  text << "block " << p.block[0] << "x" << p.block[1] << "x" << p.block[2] << ", grid " << p.grid[0]
       << "x" << p.grid[1] << "x" << p.grid[2] << ", rounds " << p.rounds << " step " << p.step
       << ", x " << p.x_from << ".." << p.x_to << ", y .." << p.y_to << "\n";
  for (const RandomAccess& access : p.accesses) {
    const RandomArray& array = p.arrays[static_cast<std::size_t>(access.array)];
    text << (access.store ? "store" : "load") << (access.in_loop ? " in loop" : "")
         << (access.guarded ? " guarded" : "") << " a" << access.array << " (" << array.type << ")";
    for (std::size_t d = 0; d < access.indices.size(); ++d) {
      text << "[" << index_text(access.indices[d], array.block[d], 0) << "]";
    }
    text << "\n";
  }
  return text.str();
}

std::vector<RandomProgram> simpler(const RandomProgram& p) {
  std::vector<RandomProgram> result;
  const auto with = [&](auto change) {
    RandomProgram copy = p;
    change(copy);
    result.push_back(std::move(copy));
  };
  for (std::size_t i = 0; p.accesses.size() > 1 && i < p.accesses.size(); ++i) {
    with([&](RandomProgram& c) { c.accesses.erase(c.accesses.begin() + static_cast<long>(i)); });
  }
  for (std::size_t a = 0; a < 3; ++a) {
    if (p.block[a] > 1) with([&](RandomProgram& c) { c.block[a] = (c.block[a] + 1) / 2; });
    if (p.grid[a] > 1) with([&](RandomProgram& c) { c.grid[a] = (c.grid[a] + 1) / 2; });
    if (p.grid[a] > 1) with([&](RandomProgram& c) { c.grid[a] -= 1; });
  }
  if (p.rounds > 1) with([](RandomProgram& c) { c.rounds /= 2; });
  if (p.step > 1) with([](RandomProgram& c) { c.step = 1; });
  if (p.x_from > 0) with([](RandomProgram& c) { c.x_from = 0; });
  for (std::size_t i = 0; i < p.accesses.size(); ++i) {
    const RandomAccess& access = p.accesses[i];
    if (access.guarded) with([&](RandomProgram& c) { c.accesses[i].guarded = false; });
    if (access.in_loop) {
      with([&](RandomProgram& c) {
        c.accesses[i].in_loop = false;
        for (RandomIndex& index : c.accesses[i].indices) index.loop = 0;
      });
    }
    for (std::size_t d = 0; d < access.indices.size(); ++d) {
      const RandomIndex& index = access.indices[d];
      if (index.offset != 0) with([&](RandomProgram& c) { c.accesses[i].indices[d].offset = 0; });
      if (index.loop != 0) with([&](RandomProgram& c) { c.accesses[i].indices[d].loop = 0; });
      for (std::size_t a = 0; a < 3; ++a) {
        if (index.thread[a] == 0) continue;
        with([&](RandomProgram& c) { c.accesses[i].indices[d].thread[a] = 0; });
      }
    }
  }
  for (std::size_t i = 0; i < p.arrays.size(); ++i) {
    if (p.arrays[i].type != "f32") with([&](RandomProgram& c) { c.arrays[i].type = "f32"; });
    for (std::size_t d = 0; d < p.arrays[i].block.size(); ++d) {
      for (std::size_t a = 0; a < 3; ++a) {
        if (p.arrays[i].block[d][a] == 0) continue;
        with([&](RandomProgram& c) { c.arrays[i].block[d][a] = 0; });
      }
    }
  }
  return result;
}

}  // namespace gpumodel::test
