// The values that indices and conditions of a thread program are made of, numbered, each with where
// it is known and what it takes to make it.
//
// Parameters are arguments of the kernel, read when it runs, but for those the compiler must know:
// parameters in the ranges of fully unrolled loops and in the shapes of shared arrays.
#pragma once

#include <map>
#include <vector>

#include "models/kernel/compiler/index_sum.hpp"
#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {

// Warp instructions by what executes them.
struct CodeCounts {
  double alu = 0.0;       // comparisons, first halves of 64-bit additions: the integer pipe
  double multiply = 0.0;  // integer multiply-add, 64-bit addresses included: the FMA pipe
  // Additions, shifts, moves, second halves of 64-bit additions: either of these two pipes
  // (IADD3 or IMAD.IADD, SHF or IMAD.SHL, MOV or IMAD.MOV, IADD3.X or IMAD.X).
  double either = 0.0;
  double uniform = 0.0;  // constants and arguments, block indices: uniform datapath and its loads
  double load_store = 0.0;  // reads of thread indices: the load/store unit hands them out
  // Loads and stores that no lane of the warp wants.
  double predicated = 0.0, predicated_shared = 0.0;
  double special = 0.0;
  double control = 0.0;  // jumps, exits, convergence

  double without_control() const {
    return alu + multiply + either + uniform + load_store + predicated + predicated_shared +
           special;
  }
  double total() const { return without_control() + control; }
  void add(const CodeCounts& other, double times = 1.0);
};

struct IndexValue {
  std::size_t depth = 0;   // of the scope where it is known: 0 the start of the kernel
  CodeCounts first_use;    // what makes it
  std::vector<int> needs;  // values that are made before
  bool made = false;
  bool argument = false;  // of 4 B: a second one is read with the one before
  int inverse = -1;       // of a quotient or remainder: the reciprocal that it is made from
};

class IndexValues {
 public:
  explicit IndexValues(const PreparedProgram& program);

  // A value that appears at `depth`: of a loop variable, of data.
  int fresh(std::size_t depth);
  void bind(std::size_t slot, IndexSum sum) { slots_[slot] = std::move(sum); }
  // `comparisons` collects the two sides of every comparison met, where that is wanted.
  using Sides = std::vector<std::pair<IndexSum, IndexSum>>;
  IndexSum translate(const Expression& expression, Sides* comparisons = nullptr);
  // What a condition compares; the whole of it and nothing, where it is a number.
  Sides sides_of(const Expression& condition);

  // Of an access, in elements (of structures: in words of their own), constant included.
  IndexSum element_of(const PreparedAccess& access);

  IndexValue& operator[](int number) { return values_[static_cast<std::size_t>(number)]; }
  std::size_t depth_of(const IndexSum& sum) const;

 private:
  void bind_coordinates(const PreparedProgram& program);
  IndexSum coordinate(CodeCounts first_use, std::vector<int> needs = {});
  IndexSum apply(Expression::Op op, const IndexSum& a, const IndexSum& b, Sides* comparisons);
  int reciprocal(const IndexSum& divisor);
  void divide(IndexValue& value, Expression::Op op, const IndexSum& a, const IndexSum& b);
  IndexSum opaque(Expression::Op op, const IndexSum& a, const IndexSum& b);

  std::vector<IndexValue> values_;
  std::vector<IndexSum> slots_;
  std::map<std::tuple<Expression::Op, IndexSum, IndexSum>, int> opaque_;
  std::map<IndexSum, int> reciprocals_;  // of divisors
};

}  // namespace gpumodel
