// The expansions equal the counts of compiled code, and the other operations are themselves.
#include "models/kernel/compiler/expansion.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace gpumodel {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::istringstream stream(text);
  std::vector<std::string> fields;
  for (std::string field; std::getline(stream, field, separator);) fields.push_back(field);
  return fields;
}

// The columns of the file, in their order.
constexpr double Expansion::*expansion_members[] = {
    &Expansion::fma,    &Expansion::mul,     &Expansion::add,     &Expansion::compare,
    &Expansion::single, &Expansion::special, &Expansion::integer, &Expansion::uniform,
    &Expansion::load,   &Expansion::control, &Expansion::idle};
constexpr auto expansion_header =
    "capability,flags,operation,fma,mul,add,compare,single,special,integer,uniform,load,control,"
    "idle";

// "fp64_div" of the file is the program's fp64: {div: 1}; integers of 64 bits, variants of a row
// and comparisons that also select are not the program's.
std::optional<OperationName> operation_of(const std::string& text) {
  const auto names = split(text, '_');
  if (names.size() != 2 || names[1] == "compare") return std::nullopt;
  return find_operation(names[0], names[1]);
}

TEST(Expansion, IsWhatTheCompilerMakes) {
  std::ifstream file(GPUMODEL_TEST_DATA "/expansion.csv");
  ASSERT_TRUE(file) << "tests/data/expansion.csv is missing";
  std::string line;
  while (std::getline(file, line) && line.starts_with('#')) {
  }
  ASSERT_EQ(line, expansion_header);
  std::set<std::string> capabilities;
  int compared = 0;
  while (std::getline(file, line)) {
    const auto fields = split(line, ',');
    ASSERT_EQ(fields.size(), 3 + std::size(expansion_members)) << line;
    const auto operation = operation_of(fields[2]);
    if (fields[1] != "ieee" || !operation) continue;
    Expansion counted;
    for (std::size_t i = 0; i < std::size(expansion_members); ++i) {
      counted.*expansion_members[i] = std::stod(fields[3 + i]);
    }
    const auto capability = parse_compute_capability(fields[0]);
    ASSERT_TRUE(capability) << line;
    Expansion expansion = expansion_of(operation->klass, operation->operation, *capability);
    EXPECT_LE(expansion.skipped, expansion.mul) << line;
    expansion.skipped = 0;  // the machine code does not tell what a predicate will do
    EXPECT_EQ(expansion, counted) << line;
    capabilities.insert(fields[0]);
    ++compared;
  }
  EXPECT_EQ(capabilities.size(), 8u);
  EXPECT_EQ(compared, 8 * (3 * 11 + 2));  // mul, fma and nine others of each type; int mul and div
}

TEST(Expansion, CapabilitiesThatWereNotCompiledHaveTheNearestOlderRow) {
  for (const OperationName& row : operation_names()) {
    const auto of = [&](int major, int minor) {
      return expansion_of(row.klass, row.operation, {major, minor});
    };
    EXPECT_EQ(of(3, 5), of(7, 5)) << row.group << ' ' << row.name;
    EXPECT_EQ(of(7, 0), of(7, 5)) << row.group << ' ' << row.name;
    EXPECT_EQ(of(8, 7), of(8, 6)) << row.group << ' ' << row.name;
    EXPECT_EQ(of(11, 0), of(10, 3)) << row.group << ' ' << row.name;
    EXPECT_EQ(of(12, 1), of(12, 0)) << row.group << ' ' << row.name;
  }
}

TEST(Expansion, EveryOperationButTensorsHasInstructions) {
  for (const OperationName& row : operation_names()) {
    const Expansion expansion = expansion_of(row.klass, row.operation, {9, 0});
    EXPECT_EQ(expansion.instructions() == 0, row.klass == OperationClass::tensor)
        << row.group << ' ' << row.name;
  }
}

TEST(Expansion, OneInstructionOperationsAreThemselves) {
  constexpr ComputeCapability cc{9, 0};
  using enum OperationClass;
  const Expansion fma = expansion_of(fp64, Operation::fma, cc);
  EXPECT_EQ(fma.flop(), 2);
  EXPECT_EQ(fma.instructions(), 1);
  const Expansion compare = expansion_of(fp64, Operation::compare, cc);
  EXPECT_EQ(compare.flop(), 0);
  EXPECT_EQ(compare.own(), 1);
  EXPECT_EQ(expansion_of(fp32, Operation::compare, cc).integer, 1);
  EXPECT_EQ(expansion_of(integer, Operation::int_shift, cc).integer, 1);
  EXPECT_EQ(expansion_of(convert, Operation::conversion, cc).special, 1);
  EXPECT_EQ(expansion_of(convert, Operation::to_single, cc).integer, 1);  // I2FP
  EXPECT_EQ(expansion_of(convert, Operation::to_single, {8, 0}).special, 1);
  EXPECT_EQ(expansion_of(warp, Operation::shuffle, cc).special, 1);
}

TEST(Expansion, DivisionOfHopper) {
  const Expansion div = expansion_of(OperationClass::fp64, Operation::div, {9, 0});
  EXPECT_EQ(div.flop(), 15);  // seven multiply-adds and one product
  EXPECT_EQ(div.own(), 8);
  EXPECT_EQ(div.instructions(), 16);
}

// Two running values of halves share a register, whatever is computed of FP32 or of one alone.
TEST(Expansion, SingleHalvesArePackedInTwos) {
  const OperationName half = *find_operation("fp16", "fma"),
                      single = *find_operation("fp32", "fma");
  EXPECT_EQ(instructions_for_each(half, 1.0), 1.0);
  EXPECT_EQ(instructions_for_each(half, 2.0), 0.5);
  EXPECT_EQ(instructions_for_each(half, 3.0), 0.5);
  EXPECT_EQ(instructions_for_each(single, 4.0), 1.0);
  EXPECT_EQ(instructions_for_each(*find_operation("fp16", "div"), 4.0), 1.0);
}

}  // namespace
}  // namespace gpumodel
