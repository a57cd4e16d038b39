#include "src/record/openacc/announced.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include "src/record/openacc/memory.hpp"
#include "src/record/openacc/queues.hpp"

namespace gpumodel::openacc {
namespace {

struct Pointer {
  std::string name, type;
  const char* at = nullptr;
  std::size_t element() const { return std::stoul(type.substr(1)); }
};

struct Announced {
  std::string place;  // "FILE LINE"
  std::string words;
  std::vector<Pointer> pointers;
};

Announced& announced() {
  static Announced* last = new Announced;
  return *last;
}

// "void f(T*) [with T = float; int n = 3]": "float,3".
std::string template_arguments(const std::string& function) {
  const std::string before = "[with ";
  const std::size_t begin = function.rfind(before);
  if (begin == std::string::npos) return {};
  std::string all;
  std::istringstream list(function.substr(begin + before.size()));
  for (std::string each; std::getline(list, each, ';');)
    all += (all.empty() ? "" : ",") + each.substr(each.find('=') + 1);
  all.resize(std::min(all.size(), all.rfind(']')));
  std::erase(all, ' ');
  return all;
}

// Paths by "FILE LINE NAME".
std::map<std::string, std::string>& asked_for() {
  static auto* all = [] {
    auto* made = new std::map<std::string, std::string>;
    const char* setup = std::getenv("GPUMODEL_RECORD_SETUP");
    std::ifstream lines(setup == nullptr ? "" : setup);
    for (std::string file, line, name, path; lines >> file >> line >> name >> path;)
      made->emplace(file + ' ' + line + ' ' + name, path);
    return made;
  }();
  return *all;
}

void write_contents(const std::string& place, const Pointer& pointer, const Mapping& mapping) {
  const auto asked = asked_for().find(place + ' ' + pointer.name);
  if (asked == asked_for().end()) return;
  finish_all();
  const auto skipped = pointer.at - mapping.host;
  std::ofstream out(asked->second, std::ios::binary);
  out.write(mapping.device + skipped, static_cast<std::streamsize>(mapping.bytes) - skipped);
  asked_for().erase(asked);
}

}  // namespace

std::string take_announced() {
  Announced taken;
  std::swap(taken, announced());
  for (const Pointer& each : taken.pointers) {
    const Mapping* found = find(each.at, 0);
    if (found == nullptr) continue;
    const auto bytes = static_cast<std::size_t>(found->host + found->bytes - each.at);
    taken.words += " array:" + each.name + ':' + std::to_string(bytes / each.element());
    taken.words += " type:" + each.name + ':' + each.type;
    if (each.type.front() != 'f') write_contents(taken.place, each, *found);
  }
  return taken.words;
}

}  // namespace gpumodel::openacc

int gpumodel_region(int file, int line, const char* names, ...) {
  using namespace gpumodel::openacc;
  Announced made{std::to_string(file) + ' ' + std::to_string(line),
                 " region:" + std::to_string(file) + ':' + std::to_string(line),
                 {}};
  std::istringstream words(names);
  va_list values;
  va_start(values, names);
  for (std::string word; words >> word;) {
    const long long value = va_arg(values, long long);
    if (word == "@") {
      const std::string arguments =
          template_arguments(reinterpret_cast<const char*>(static_cast<std::intptr_t>(value)));
      if (!arguments.empty()) made.words += " instance:" + arguments + ":0";
      continue;
    }
    if (word.front() != '*') {
      made.words += " value:" + word + ':' + std::to_string(value);
      continue;
    }
    const std::size_t colon = word.find(':');
    made.pointers.push_back({word.substr(1, colon - 1), word.substr(colon + 1),
                             reinterpret_cast<const char*>(static_cast<std::intptr_t>(value))});
  }
  va_end(values);
  announced() = std::move(made);
  return 1;
}
