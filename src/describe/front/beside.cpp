#include "src/describe/front/beside.hpp"

#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/Linker/Linker.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

namespace gpumodel::describe {
namespace {

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::size_t behind_spaces(const std::string& text, std::size_t at) {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
  return at;
}

// "solid::area(int, float)" and "float area<float>(float)": area.
std::string own_name(const std::string& symbol) {
  std::string name = llvm::demangle(symbol);
  name.resize(std::min(name.find_first_of("(<"), name.size()));
  const auto begin = std::find_if_not(name.rbegin(), name.rend(), in_name).base();
  return {begin, name.end()};
}

// Of functions that are called here and stand elsewhere.
std::vector<std::string> missing_names(const llvm::Module& module) {
  std::vector<std::string> names;
  for (const llvm::Function& function : module)
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
      names.push_back(own_name(function.getName().str()));
  std::erase(names, "");  // operators
  return names;
}

// Whether a text of C++ has the body of a function of this name.
bool defines(const std::string& text, const std::string& name) {
  for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;) {
    const bool begins = at == 0 || !in_name(text[at - 1]);
    at += name.size();
    std::size_t end = behind_spaces(text, at);
    if (!begins || end == text.size() || text[end] != '(') continue;
    int depth = 0;
    do {
      depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
    } while (++end < text.size() && depth > 0);
    end = behind_spaces(text, end);
    if (end < text.size() && text[end] == '{') return true;
  }
  return false;
}

class Bodies : public clang::EmitLLVMOnlyAction {
 public:
  explicit Bodies(llvm::LLVMContext& context) : EmitLLVMOnlyAction(&context) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    collect_missing_includes(compiler, missing_);
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

 private:
  std::vector<std::string> missing_;
};

}  // namespace

bool take_functions(llvm::Module& module, const std::vector<std::string>& files,
                    const std::function<Invocation(const std::string& file)>& invocation) {
  if (files.empty() || missing_names(module).empty()) return false;
  std::vector<std::pair<std::string, std::string>> left;  // files, and what they hold
  for (const std::string& file : files) {
    std::ifstream stream(file);
    left.emplace_back(file, std::string{std::istreambuf_iterator<char>(stream), {}});
  }
  for (bool taken = false;;) {  // what is taken may call what stands in the next one
    const std::vector<std::string> names = missing_names(module);
    const auto next = std::ranges::find_if(left, [&](const auto& file) {
      return std::ranges::any_of(names, [&](auto& name) { return defines(file.second, name); });
    });
    if (next == left.end()) return taken;
    Messages messages;
    messages.tolerant = true;
    Bodies action(module.getContext());
    try {
      invoke(invocation(next->first), action, messages);
      if (auto bodies = action.takeModule())
        llvm::Linker::linkModules(module, std::move(bodies), llvm::Linker::LinkOnlyNeeded);
      taken = true;
    } catch (const Failure&) {  // clang did not survive it
    }
    left.erase(next);
  }
}

}  // namespace gpumodel::describe
