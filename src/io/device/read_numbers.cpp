#include "src/io/device/read_numbers.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "src/io/text/binary_file.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_bytes_of_numbers = std::size_t{256} << 20;

struct NumberFault {
  std::int64_t line;
  std::string word;
};

std::vector<std::int64_t> parse_numbers(std::string_view text) {
  constexpr std::string_view separators = " \t\r\n,";
  constexpr std::size_t longest_word = 40;  // of a message
  std::vector<std::int64_t> all;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else if (separators.find(text[at]) != std::string_view::npos) {
      ++at;
    } else {
      const std::size_t end = std::min(text.find_first_of(" \t\r\n,#", at), text.size());
      std::int64_t value = 0;
      const auto parsed = std::from_chars(text.data() + at, text.data() + end, value);
      if (parsed.ec != std::errc{} || parsed.ptr != text.data() + end) {
        throw NumberFault{1 + std::ranges::count(text.substr(0, at), '\n'),
                          std::string(text.substr(at, std::min(end - at, longest_word)))};
      }
      all.push_back(value);
      at = end;
    }
  }
  return all;
}

// Foreign bytes must not reach the terminal.
std::string printable(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c < 0x20 || c == 0x7F; }, '?');
  return text;
}

}  // namespace

std::vector<std::int64_t> read_numbers(const Node& path, Problems& problems) {
  const std::filesystem::path folder = std::filesystem::path(problems.file().path).parent_path();
  const std::string found = (folder / path.text).string();
  const auto refuse = [&](const std::string& why) {
    problems.add(
        "contents-file", path, "no values come from '" + path.text + "': " + why,
        {"looked for as " + found, "it holds whole numbers between spaces, commas or line ends"});
    return std::vector<std::int64_t>{};
  };
  try {
    std::vector<std::int64_t> values =
        parse_numbers(read_binary_file(found, path.text, most_bytes_of_numbers));
    return values.empty() ? refuse("it holds no numbers") : values;
  } catch (const InputError& error) {
    return refuse(error.found.front().message);
  } catch (const NumberFault& fault) {
    return refuse("'" + printable(fault.word) + "' in its line " + std::to_string(fault.line) +
                  " is no whole number of 64 bits");
  }
}

}  // namespace gpumodel
