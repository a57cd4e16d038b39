#include "src/describe/front/libraries.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

namespace gpumodel::describe {
namespace {

constexpr auto prefixes = std::to_array<std::string_view>(
    {"cublas", "cufft", "cusparse", "cusolver", "cudnn", "curandGenerate", "nccl", "npp"});
constexpr auto namespaces = std::to_array<std::string_view>({"cub", "thrust"});
constexpr std::size_t widest = 100;  // of a call's text

bool is_name(const std::string& text) {
  return !text.empty() &&
         (std::isalpha(static_cast<unsigned char>(text[0])) != 0 || text[0] == '_');
}

// cublasSgemm, but neither cublasCreate nor cublasHandle_t: what launches kernels.
bool launches(const std::string& name) {
  for (std::string_view prefix : prefixes) {
    if (!name.starts_with(prefix) || name.size() == prefix.size()) continue;
    const std::string_view rest = std::string_view(name).substr(prefix.size());
    if (std::isupper(static_cast<unsigned char>(rest[0])) == 0 && prefix != "nccl") return false;
    for (std::string_view other :
         {"Create", "Destroy", "Set", "Get", "Plan", "Make", "Init", "Estimate", "XtMake", "XtSet",
          "XtMalloc", "XtMemcpy", "XtFree", "Comm"})
      if (rest.starts_with(other)) return false;
    return !name.ends_with("_t");
  }
  return false;
}

}  // namespace

void LibraryCalls::watch(clang::Preprocessor& preprocessor) {
  sources_ = &preprocessor.getSourceManager();
  preprocessor.setTokenWatcher([this, &preprocessor](const clang::Token& token) {
    if (token.isAnnotation()) return;
    const clang::SourceLocation at = sources_->getExpansionLoc(token.getLocation());
    if (!sources_->isInMainFile(at)) return;
    tokens_.push_back(
        {preprocessor.getSpelling(token), at, token.hasLeadingSpace() || token.isAtStartOfLine()});
  });
}

std::size_t LibraryCalls::end_of(std::size_t open) const {
  const std::string& first = tokens_[open].text;
  const std::string last = first == "(" ? ")" : ">";
  int depth = 0;
  for (std::size_t i = open; i < tokens_.size(); ++i) {
    const std::string& text = tokens_[i].text;
    if (text == first) ++depth;
    if (text == last) --depth;
    if (depth == 0) return i;
    if (text == ";" || text == "{" || text == "}") return open;
  }
  return open;
}

std::string LibraryCalls::text(std::size_t first, std::size_t last) const {
  std::string result;
  for (std::size_t i = first; i <= last; ++i) {
    if (i > first && tokens_[i].space_before) result += ' ';
    result += tokens_[i].text;
  }
  return result.size() <= widest ? result : result.substr(0, widest - 4) + "...)";
}

void LibraryCalls::settle() {
  std::set<unsigned> seen;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    std::size_t at = i;
    const bool scoped = std::ranges::find(namespaces, tokens_[i].text) != namespaces.end() &&
                        i + 1 < tokens_.size() && tokens_[i + 1].text == "::" &&
                        (i == 0 || tokens_[i - 1].text != "namespace");
    if (scoped) {
      // thrust::sort(...), cub::DeviceScan::ExclusiveSum(...), cub::BlockReduce<float, 256>
      while (at + 2 < tokens_.size() && tokens_[at + 1].text == "::" &&
             is_name(tokens_[at + 2].text))
        at += 2;
      if (at + 1 < tokens_.size() && tokens_[at + 1].text == "<") at = end_of(at + 1);
    } else if (!launches(tokens_[i].text)) {
      continue;
    }
    if (at == i && scoped) continue;
    const bool called = at + 1 < tokens_.size() && tokens_[at + 1].text == "(";
    // What a block or a warp does is code of a kernel.
    if (tokens_[i].text == "cub" && !tokens_[i + 2].text.starts_with("Device")) continue;
    // thrust's iterators, containers and pointers are no kernels.
    if (!called && (!scoped || tokens_[i].text == "thrust")) continue;
    if (called) at = end_of(at + 1);
    const std::string said = text(i, at);
    if (said.find("_vector") != std::string::npos || said.find("_ptr") != std::string::npos ||
        said.starts_with("thrust::raw_pointer_cast") || said.starts_with("thrust::make_"))
      continue;
    const clang::PresumedLoc place = sources_->getPresumedLoc(tokens_[i].at);
    if (place.isValid() && seen.insert(place.getLine()).second)
      found_.push_back({said, {place.getFilename(), place.getLine(), place.getColumn()}});
    i = at;
  }
}

}  // namespace gpumodel::describe
