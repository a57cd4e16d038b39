#include "src/describe/shape/shape.hpp"

#include <algorithm>
#include <numeric>

#include "src/describe/formula/largest.hpp"
#include "src/describe/formula/parse.hpp"
#include "src/describe/program/visit.hpp"
#include "src/describe/shape/beginning.hpp"
#include "src/describe/shape/knowledge.hpp"

namespace gpumodel::describe {
namespace {

constexpr std::size_t most_dimensions = 8;

std::string size_part(const Monomial& monomial, Formula& size) {
  size = Formula(1);
  bool index = false;
  for (const AtomPtr& atom : monomial) {
    if (only_parameters(Formula(atom))) {
      size = size * Formula(atom);
    } else {
      index = true;
    }
  }
  return index && !size.constant() ? text(size) : std::string();
}

class Shaper {
 public:
  Shaper(const Answers& answers, Program& program)
      : answers_(answers), program_(program), knowledge_(program) {
    accesses_.resize(program.arrays.size());
    each_statement(program.body, [&](Statement& s) {
      if (s.kind == Statement::Kind::access) accesses_[s.access.array].push_back(&s.access);
    });
  }

  void run() {
    for (std::size_t i = 0; i < program_.arrays.size(); ++i)
      shape_one(program_.arrays[i], accesses_[i]);
  }

 private:
  // Number of the element, and the member of a structure.
  Formula element(const Array& array, Access& access) const {
    Formula bytes = access.bytes;
    if (!array.members.empty()) {
      const std::int64_t size = array.element_bytes;
      const std::int64_t at = ((bytes.constant_term() % size) + size) % size;
      for (const Member& member : array.members) {
        if (member.bytes != access.size || at < member.offset ||
            at >= member.offset + member.count * member.bytes)
          continue;
        access.member = "." + member.name;
        if (member.count > 1)
          access.member += "[" + std::to_string((at - member.offset) / member.bytes) + "]";
        bytes = bytes - Formula(at);
        break;
      }
    }
    if (const auto exact = bytes.divided_by(Formula(array.element_bytes))) return *exact;
    access.certainty.assumed.insert("the address is a multiple of the size");
    return quotient(bytes, Formula(array.element_bytes));
  }

  // Inner strides from the largest to the smallest; empty: one dimension.
  std::vector<Formula> candidates(const std::vector<Formula>& elements) const {
    std::map<std::string, Formula> found;
    for (const Formula& each : elements) {
      const Formula plain = knowledge_.plain(each);
      for (const auto& [monomial, coefficient] : plain.terms()) {
        Formula size;
        const std::string name = size_part(monomial, size);
        if (!name.empty()) found[name] = size;
      }
    }
    std::vector<Formula> strides;
    for (const auto& [name, size] : found) strides.push_back(size);
    std::ranges::stable_sort(strides, [](const Formula& a, const Formula& b) {
      return a.terms().begin()->first.size() > b.terms().begin()->first.size();
    });
    for (std::size_t i = 1; i < strides.size(); ++i)
      if (!strides[i - 1].divided_by(strides[i])) return {};
    if (strides.size() >= most_dimensions) return {};
    return strides;
  }

  static std::vector<Formula> declared_strides(const Array& array) {
    std::vector<Formula> strides;
    std::int64_t stride = 1;
    for (std::size_t i = array.declared.size(); i-- > 1;)
      strides.insert(strides.begin(), Formula(stride *= array.declared[i]));
    return strides;
  }

  static std::vector<Formula> split(Formula rest, const std::vector<Formula>& strides) {
    std::vector<Formula> parts;
    for (const Formula& stride : strides) {
      Formula whole = rest.part_divisible_by(stride);
      if (const auto constant =
              stride.constant()) {  // the rest of a constant goes to the nearest row
        const std::int64_t c = rest.constant_term(), half = *constant / 2;
        const std::int64_t rows = (c >= 0 ? c + half : c - half) / *constant;
        whole = whole - Formula(whole.constant_term()) + Formula(rows * *constant);
      }
      parts.push_back(*whole.divided_by(stride));
      rest = rest - whole;
    }
    parts.push_back(rest);
    return parts;
  }

  bool within(const Access& access, const Formula& index, const Formula& extent) const {
    const Formula plain = knowledge_.plain(index);
    const Facts facts = knowledge_.facts(access, plain);
    return never_negative_whole(plain, facts) &&
           never_negative_whole(knowledge_.plain(extent) - plain - Formula(1), facts);
  }

  // Extents of all dimensions but the first.
  static std::vector<Formula> inner_extents(const std::vector<Formula>& strides) {
    std::vector<Formula> extents;
    for (std::size_t i = 0; i < strides.size(); ++i)
      extents.push_back(i + 1 < strides.size() ? *strides[i].divided_by(strides[i + 1])
                                               : strides[i]);
    return extents;
  }

  bool try_strides(const std::vector<Formula>& strides, const std::vector<Access*>& accesses,
                   const std::vector<Formula>& elements,
                   std::vector<std::vector<Formula>>& indices) {
    const std::vector<Formula> extents = inner_extents(strides);
    indices.clear();
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      bool good = false;
      for (const Formula& as : {elements[i], knowledge_.plain(elements[i])}) {
        std::vector<Formula> parts = split(as, strides);
        good = true;
        for (std::size_t d = parts.size() - 1; d > 0 && good; --d) {
          good = within(*accesses[i], parts[d], extents[d - 1]);
          if (good) continue;
          parts[d] += extents[d - 1];  // the end of the row before
          parts[d - 1] = parts[d - 1] - Formula(1);
          good = within(*accesses[i], parts[d], extents[d - 1]);
        }
        if (!good) continue;
        indices.push_back(std::move(parts));
        break;
      }
      if (!good) return false;
    }
    return true;
  }

  std::optional<Formula> farthest(const Array& array, const std::vector<Access*>& accesses,
                                  const std::vector<std::vector<Formula>>& indices,
                                  std::size_t dimension = 0) {
    Largest extent;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      const Formula plain = knowledge_.plain(indices[i][dimension]);
      const auto bound = upper_bound(plain, knowledge_.facts(*accesses[i], plain));
      if (!bound) return std::nullopt;
      extent.add(*bound + Formula(1));
    }
    if (extent.bounds() && extent.formula())
      program_.assumptions.push_back(array.name +
                                     " is as long as no access goes beyond; which of " +
                                     "many is the farthest depends on sizes");
    return extent.formula();
  }

  void shape_one(Array& array, const std::vector<Access*>& accesses) {
    if (accesses.empty()) return;
    if (!accesses.front()->index.empty()) {
      shape_texture(array, accesses);
      return;
    }
    std::vector<Formula> elements;
    for (Access* access : accesses) elements.push_back(element(array, *access));
    std::vector<std::vector<Formula>> indices;
    std::vector<Formula> strides = declared_strides(array);
    if (array.declared.empty()) strides = candidates(elements);
    if (strides.empty() || !try_strides(strides, accesses, elements, indices)) {
      strides.clear();
      indices.clear();
      for (const Formula& each : elements) indices.push_back({each});
    }
    if (const auto beginning = beginning_of(array, accesses, indices, strides)) {
      for (std::vector<Formula>& each : indices) each.front() += beginning->before;
      array.offset = beginning->offset;
    }
    const std::size_t rows = accesses.front()->rows.size();
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      const std::vector<Formula>& leading = accesses[i]->rows;
      indices[i].insert(indices[i].begin(), leading.begin(), leading.end());
      accesses[i]->index = indices[i];
    }
    if (array.declared_bytes) {
      if (!strides.empty()) {
        for (std::int64_t extent : array.declared) array.shape.push_back(extent);
        if (answers_.within && rows == 0) stay_within(accesses, array.shape.front());
      } else {
        array.shape = {Formula(*array.declared_bytes / array.element_bytes)};
        stay_within(accesses, array.shape.front());
      }
      return;
    }
    for (std::size_t d = 0; d < rows; ++d) {
      const auto extent = farthest(array, accesses, indices, d);
      array.shape.push_back(extent ? *extent : open_rows(array, *accesses.front(), d));
    }
    std::optional<Formula> first = farthest(array, accesses, indices, rows);
    if (first && goes_either_way(*first)) first.reset();
    if (!first) first = open_extent(array, *accesses.front(), strides);
    array.shape.push_back(*first);
    const bool kept = array.space == Space::shared && strides.empty();
    if (kept || (answers_.within && rows == 0)) stay_within(accesses, *first);
    for (Formula& extent : inner_extents(strides)) array.shape.push_back(std::move(extent));
  }

  // A drawn value knows nothing of the thread that it is added to, as the code's own does: together
  // they may come to lie outside of shared memory. Of other values that are drawn, and of other
  // memory, this is said where it is asked for.
  void stay_within(const std::vector<Access*>& accesses, const Formula& extent) const {
    for (Access* access : accesses) {
      Formula& index = access->index.front();
      const Formula plain = knowledge_.plain(index);
      bool drawn = false, other = false;
      plain.each_symbol([&](const Atom& atom) {
        drawn = drawn || atom.role == Role::data;
        other = other || atom.role == Role::coordinate || atom.role == Role::loop;
      });
      if (answers_.within) other = true, drawn = drawn || bounded_by_data(*access, plain);
      if (!drawn || !other || within(*access, index, extent)) continue;
      if (!never_negative_whole(plain, knowledge_.facts(*access, plain)))
        index = maximum(index, Formula(0));
      index = minimum(index, extent - Formula(1));
      access->certainty.assumed.insert("it stays within the array");
    }
  }

  // Whether a counter in it has as many rounds as were drawn.
  bool bounded_by_data(const Access& access, const Formula& plain) const {
    bool found = false;
    for (const Formula& fact : knowledge_.facts(access, plain)) {
      fact.each_symbol([&](const Atom& of) {
        if (of.role != Role::loop || !plain.mentions(of.key)) return;
        fact.each_symbol([&](const Atom& atom) { found = found || atom.role == Role::data; });
      });
    }
    return found;
  }

  // Coordinates are indices; what is outside gives the edge.
  void shape_texture(Array& array, const std::vector<Access*>& accesses) {
    constexpr const char* extents[] = {"width", "height", "depth"};
    const std::size_t dimensions = accesses.front()->index.size();
    for (std::size_t d = 0; d < dimensions; ++d) {
      std::vector<std::vector<Formula>> indices;
      for (const Access* access : accesses) indices.push_back({access->index[d]});
      std::optional<Formula> extent = farthest(array, accesses, indices);
      if (!extent) {
        const std::string what = extents[dimensions - 1 - d];
        extent = parameter(array.name + "_" + what);
        program_.questions.push_back({"the " + what + " of the texture " + array.name,
                                      "-D " + array.name + "_" + what + "=COUNT",
                                      accesses.front()->place});
      }
      for (Access* access : accesses) {
        if (within(*access, access->index[d], *extent)) continue;
        if (access->certainty.asked.empty()) {
          access->index[d] = minimum(maximum(access->index[d], Formula(0)), *extent - Formula(1));
          access->certainty.assumed.insert("outside, a texture gives its edge");
        }
      }
      array.shape.push_back(*extent);
    }
  }

  std::optional<Beginning> beginning_of(Array& array, const std::vector<Access*>& accesses,
                                        const std::vector<std::vector<Formula>>& indices,
                                        const std::vector<Formula>& strides) {
    if (array.space != Space::global || array.declared_bytes || program_.nest) return std::nullopt;
    Reach reach;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      const Formula plain = knowledge_.plain(indices[i].front());
      reach.add(plain, knowledge_.facts(*accesses[i], plain));
    }
    const Formula row = strides.empty() ? Formula(1) : strides.front();
    return describe::beginning_of(array, reach, row * Formula(array.element_bytes), answers_,
                                  program_.assumptions);
  }

  // How many pointers lead to rows of it.
  Formula open_rows(Array& array, const Access& access, std::size_t dimension) {
    const std::string name =
        array.name + "_pointers" + (dimension > 0 ? std::to_string(dimension + 1) : "");
    program_.questions.push_back(
        {"how many pointers lead to rows of " + array.name + ": the code does not bound its index",
         "-D " + name + "=COUNT", access.place});
    array.extent_known = false;
    return parameter(name);
  }

  Formula open_extent(Array& array, const Access& access, const std::vector<Formula>& strides) {
    const bool rows = !strides.empty();
    // What is dynamic of shared memory is as long as the launch says.
    const auto dynamic = parse_formula(program_.launch.shared);
    if (array.space == Space::shared && !rows && dynamic)
      return quotient(*dynamic, Formula(array.element_bytes));
    const std::string name = array.name + (rows ? "_rows" : "_elements");
    const std::string memory = array.pointer + "_elements";
    if (array.pointed_bytes > 0 && answers_.known.contains(memory) &&
        !answers_.parameters.contains(name)) {
      const std::int64_t common = std::gcd(array.pointed_bytes, array.element_bytes);
      const Formula row = rows ? strides.front() : Formula(1);
      return quotient(parameter(memory) * Formula(array.pointed_bytes / common),
                      row * Formula(array.element_bytes / common));
    }
    const std::string what = rows ? "how long the first dimension of " : "how many elements ";
    program_.questions.push_back(
        {what + array.name + (rows ? " is" : " has") + ": the code does not bound its index",
         "-D " + name + "=COUNT", access.place});
    array.extent_known = false;
    return parameter(name);
  }

  const Answers& answers_;
  Program& program_;
  Knowledge knowledge_;
  std::vector<std::vector<Access*>> accesses_;
};

}  // namespace

void shape(const Answers& answers, Program& program) {
  Shaper(answers, program).run();
}

}  // namespace gpumodel::describe
