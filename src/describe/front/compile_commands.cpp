#include "src/describe/front/compile_commands.hpp"

#include <llvm/Support/JSON.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>

#include "src/describe/diagnostic.hpp"

namespace gpumodel::describe {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_database(const std::string& id, const std::string& file,
                                  const std::string& what, const std::string& hint) {
  Diagnostic diagnostic{.id = id, .message = file + what};
  diagnostic.place.file = file;
  diagnostic.hints = {hint};
  throw Failure{{std::move(diagnostic)}, 3};
}

constexpr std::string_view usual_name = "compile_commands.json";

// What the device's code hangs on; all else is about other steps of a build, or another compiler.
// Value in the next word, behind it, or behind '='.
constexpr std::string_view kept[] = {"-I",         "-D",       "-U",    "-isystem", "-iquote",
                                     "-idirafter", "-include", "-std=", "--std=",   "--std"};
constexpr std::string_view of_folders[] = {"-I", "-isystem", "-iquote", "-idirafter"};

bool is_one_of(std::string_view option, const auto& list) {
  return std::ranges::find(list, option) != std::end(list);
}

// Relative ones count from where the build stood.
std::string value_of(std::string_view option, const std::string& value, const fs::path& folder) {
  const fs::path path(value);
  return is_one_of(option, of_folders) && path.is_relative() ? (folder / path).string() : value;
}

std::vector<std::string> kept_options(const std::vector<std::string>& words,
                                      const fs::path& folder) {
  std::vector<std::string> options;
  for (std::size_t i = 1; i < words.size(); ++i) {  // the compiler stands first
    for (const std::string_view option : kept) {
      if (!words[i].starts_with(option)) continue;
      std::string value = words[i].substr(option.size());
      if (value.starts_with('=') && !option.ends_with('=')) value.erase(0, 1);
      if (value.empty() && !option.ends_with('=') && i + 1 < words.size()) value = words[++i];
      if (option == "--std") {
        options.push_back("-std=" + value);
      } else if (option.starts_with("-i")) {
        options.push_back(std::string(option));
        options.push_back(value_of(option, value, folder));
      } else {
        options.push_back(std::string(option) + value_of(option, value, folder));
      }
      break;
    }
  }
  return options;
}

llvm::json::Value read_database(const std::string& file) {
  const auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer) refuse_database("file-missing", file, ": there is no such file", "");
  auto all = llvm::json::parse((*buffer)->getBuffer());
  const bool is_list = all && all->kind() == llvm::json::Value::Array;
  if (!all) llvm::consumeError(all.takeError());
  if (!is_list)
    refuse_database("json-syntax", file, ": a list of compilations was expected",
                    "CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
  return std::move(*all);
}

std::string text_in(const llvm::json::Object& entry, const char* key) {
  return entry.getString(key).value_or("").str();
}

// The entry of a file, as its options; nothing where it has none.
std::optional<std::vector<std::string>> find_in(const llvm::json::Value& database,
                                                const std::string& file) {
  for (const llvm::json::Value& each : *database.getAsArray()) {
    const llvm::json::Object* entry = each.getAsObject();
    if (entry == nullptr) continue;
    const fs::path folder = text_in(*entry, "directory");
    std::error_code ignored;
    if (!fs::equivalent(folder / text_in(*entry, "file"), file, ignored)) continue;
    std::vector<std::string> words = shell_words(text_in(*entry, "command"));
    if (const llvm::json::Array* arguments = entry->getArray("arguments"))
      for (const llvm::json::Value& word : *arguments)
        words.push_back(word.getAsString().value_or("").str());
    return kept_options(words, folder);
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> shell_words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      inside = true;
    } else if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote != 0 ? '\0' : c;
      inside = true;
    } else if (quote == 0 && c == ' ') {
      if (inside) words.push_back(std::move(word));
      word.clear();
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (inside) words.push_back(word);
  return words;
}

std::vector<std::string> options_of_build(const std::string& file, const std::string& database) {
  if (!database.empty()) {
    auto options = find_in(read_database(database), file);
    if (!options)
      refuse_database("value-unknown", database, " has no compilation of " + file,
                      "--compile '-I include -DBIG' gives the options by hand");
    return *options;
  }
  std::error_code ignored;
  for (fs::path folder = fs::absolute(file, ignored).parent_path(); !folder.empty();
       folder = folder.parent_path()) {
    const fs::path candidate = folder / usual_name;
    if (fs::is_regular_file(candidate, ignored))
      return find_in(read_database(candidate.string()), file).value_or(std::vector<std::string>());
    if (folder == folder.parent_path()) break;
  }
  return {};
}

}  // namespace gpumodel::describe
