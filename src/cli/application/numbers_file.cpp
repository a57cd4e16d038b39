#include "src/cli/application/numbers_file.hpp"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <ostream>

#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/binary_file.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20U;

template <class Number>
void write_numbers(const std::string& bytes, std::ostream& out) {
  for (std::size_t at = 0; at + sizeof(Number) <= bytes.size(); at += sizeof(Number)) {
    Number number{};
    std::memcpy(&number, bytes.data() + at, sizeof number);
    out << +number << '\n';
  }
}

void write_numbers(const std::string& bytes, const std::string& numbers, std::ostream& out) {
  if (numbers == "i1") return write_numbers<std::int8_t>(bytes, out);
  if (numbers == "u1") return write_numbers<std::uint8_t>(bytes, out);
  if (numbers == "i2") return write_numbers<std::int16_t>(bytes, out);
  if (numbers == "u2") return write_numbers<std::uint16_t>(bytes, out);
  if (numbers == "i4") return write_numbers<std::int32_t>(bytes, out);
  if (numbers == "u4") return write_numbers<std::uint32_t>(bytes, out);
  write_numbers<std::int64_t>(bytes, out);
}

}  // namespace

std::string array_asked(const Diagnostic& said) {
  constexpr std::string_view begin = "--values '";
  if (said.id != "value-asked" || said.hints.empty()) return {};
  const std::string& hint = said.hints.front();
  if (!hint.starts_with(begin)) return {};
  return hint.substr(begin.size(), hint.find('=') - begin.size());
}

void write_numbers_file(const std::string& raw, const std::string& type, const std::string& comment,
                        const std::string& to) {
  std::ofstream out(to);
  out << "# " << comment << '\n';
  write_numbers(read_binary_file(raw, raw, most_bytes), type, out);
  out.close();
  if (!out) refuse_call("output-file", to + " cannot be written", {"is the disk full?"});
}

}  // namespace gpumodel
