// The steps of a dataflow as C++: of the kernel on the device, or of one block on the host, where
// all threads go on to the next place where they meet, one after the other.
#pragma once

#include <map>
#include <set>
#include <string>

#include "src/io/cuda/kernel_names.hpp"

namespace gpumodel {

class StepText {
 public:
  StepText(const WrittenKernel& written, CodeSide side);

  // Indented by two spaces.
  std::string body();

  // Known when the body is written.
  KernelNames& names() { return names_; }
  // Arguments of arithmetic that occur: name and type.
  struct Argument {
    FlowOperand::Kind kind;
    std::string_view scalar;
    auto operator<=>(const Argument&) const = default;
  };
  const std::set<Argument>& arguments() const { return arguments_; }
  static std::string argument_name(const Argument& argument);
  // Of the host: how deep conditions nest around places where threads meet.
  int masks() const { return masks_; }
  bool uses_contents() const { return uses_contents_; }

  // What a register is declared as.
  std::string type_of(const Register& reg) const;
  std::string zero_of(const Register& reg) const;

 private:
  void list(const FlowSteps& steps);
  void region(const FlowSteps& steps, int mask);
  void flush(int mask);

  void print(const ComputeStep& s);
  void print(const MoveStep& s);
  void print(const LoadStep& s);
  void print(const ReadStep& s);
  void print(const StoreStep& s);
  void print(const AtomicStep& s);
  void print(const ExchangeStep& s);
  void print(const VoteStep& s);
  void print(const DrawStep& s);
  void print(const LetStep& s);
  void print(const BarrierStep& s);
  void print(const LoopStep& s);
  void print(const BranchStep& s);

  void meet(const FlowStep& step, int mask);
  void begin(const FlowStep& step);
  void line(const std::string& text);
  void assign(const FlowOperand& target, const std::string& value, bool chains = false);
  void open(const std::string& head);
  void close(const std::string& tail = "}");

  std::string expression(const Formula& formula);
  std::string element(const FlowOperand& operand, bool chains) const;
  std::string round_of(const Loop& loop) const;
  std::string place(const FlowOperand& operand, bool chains = false) const;
  std::string value(const FlowOperand& operand, std::string_view scalar, bool chains = false);
  std::string argument(FlowOperand::Kind kind, std::string_view scalar);
  std::string operation(const ComputeStep& s);
  std::string bit_operation(const ComputeStep& s);
  std::string half_operation(const ComputeStep& s, const std::vector<std::string>& operands);
  std::string index_of(const Access& access);
  std::string where(std::size_t access);    // as it is loaded
  std::string address(std::size_t access);  // of a store, on the device
  std::string stored(const StoreStep& s);
  std::string condition(const BranchStep& s);
  std::string loop_test(const Loop& loop);
  std::string drawn_bits(std::string_view place, std::size_t seed,
                         const std::vector<const Loop*>& loops);
  std::string content_of(const Contents& contents, const std::string& bits);
  std::string cast(std::string_view from, std::string_view to, const std::string& text) const;

  bool host() const { return side_ == CodeSide::host; }

  const WrittenKernel& written_;
  CodeSide side_;
  KernelNames names_;
  std::set<Argument> arguments_;
  const FlowStep* step_ = nullptr;
  std::string text_, region_;
  int indent_ = 1;
  int masks_ = 0;
  bool uses_contents_ = false;
  std::size_t product_ = SIZE_MAX;  // the register that a product was put into last
};

// The host's name of an array, or of a member of its structures: what `access` means.
std::string seen_name(const WrittenKernel& written, const Access& access, const std::string& array);

}  // namespace gpumodel
