// Functions that a file calls, and other files of its program have.
#pragma once

#include <llvm/IR/Module.h>

#include <functional>
#include <string>
#include <vector>

#include "src/describe/front/invocation.hpp"

namespace gpumodel::describe {

// Gives the functions that a module calls and does not have the bodies that stand in `files`, with
// what these need. A file that defines none of them is not compiled, one that does not compile
// brings nothing. `invocation` says how a file is compiled. False: there was nothing to take.
bool take_functions(llvm::Module& module, const std::vector<std::string>& files,
                    const std::function<Invocation(const std::string& file)>& invocation);

}  // namespace gpumodel::describe
