#include "src/cli/describe/against.hpp"

#include <fmt/format.h>

#include <ostream>

#include "src/app/describe/against.hpp"
#include "src/cli/common/compiled_kernel.hpp"
#include "src/cli/describe/source_kernel.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/text/binary_file.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t largest_image = 256 * 1024 * 1024;

std::string row(const std::string& title, const SassCounts& counts) {
  std::string text = fmt::format("  {:<28}", title);
  for (std::size_t i = 0; i < counts.size(); ++i)
    text += fmt::format("{:>{}g}", counts[i], sass_kind_names[i].size() + 2);
  return text + "\n";
}

std::string heading(const std::string& title) {
  std::string text = fmt::format("  {:<28}", title);
  for (const std::string_view name : sass_kind_names) text += fmt::format("  {}", name);
  return text + "\n";
}

std::string title_of(const AssumedLoop& loop) {
  if (loop.name.empty()) return "outside of loops";
  return fmt::format("{:{}}for {}{}", "", 2 * (loop.depth - 1), loop.name,
                     loop.copies > 1 ? fmt::format(", {} rounds", loop.copies) : "");
}

std::string title_of(const SassLoop& loop) {
  if (loop.depth == 0) return "outside of loops";
  return fmt::format("{:{}}loop {:#x} to {:#x}", "", 2 * (loop.depth - 1), loop.first, loop.last);
}

std::string differences(const AssumedLoop& loop, const SassLoop* made) {
  const std::string title = loop.name.empty() ? "outside of loops" : "for " + loop.name;
  if (made == nullptr) return "  " + title + ": the machine code has no such loop\n";
  std::string text;
  for (std::size_t i = 0; i < loop.counts.size(); ++i) {
    if (loop.counts[i] == made->counts[i]) continue;
    text += fmt::format("{}{} {:g}, assumed {:g}", text.empty() ? "" : "; ", sass_kind_names[i],
                        made->counts[i], loop.counts[i]);
  }
  return text.empty() ? "" : "  " + title + ": " + text + "\n";
}

}  // namespace

void show_against(Console& console, const std::string& source, const std::string& kernel,
                  const std::string& descriptor, const std::string& cubin) {
  const TextFile text = make_text_file(descriptor, source);
  const KernelFile file = with_source_places(
      source, text, [&] { return read_kernel(make_text_file(descriptor, source)); });
  const CompiledKernelOption option{{}, cubin, kernel};
  const KernelResources compiled = option.find({9, 0})->resources;
  const std::string bytes = read_binary_file(cubin, cubin, largest_image);
  console.out << fmt::format("{} of {} ({}): {} registers, {} B of static shared memory\n",
                             compiled.name, cubin, to_string(compiled.capability),
                             compiled.registers, compiled.static_shared_memory);
  const auto made = read_machine_code(std::as_bytes(std::span(bytes)), compiled.name);
  if (!made) {
    console.out << "its instructions are not read: they are known from capability 7.0 on\n";
    return;
  }
  const std::vector<AssumedLoop> assumed = assumed_loops(file.kernel, compiled.capability);
  console.out << heading("machine code");
  for (const SassLoop& loop : *made) console.out << row(title_of(loop), loop.counts);
  console.out << heading("as the rules assume");
  for (const AssumedLoop& loop : assumed) console.out << row(title_of(loop), loop.counts);
  const std::vector<const SassLoop*> found = like(assumed, *made);
  std::string all;
  for (std::size_t i = 0; i < assumed.size(); ++i) all += differences(assumed[i], found[i]);
  console.out << (all.empty() ? "no differences\n" : "differences\n" + all);
}

}  // namespace gpumodel
