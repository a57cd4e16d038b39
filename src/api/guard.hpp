// The border: inside, each layer throws types of its own; outside there is Error.
#pragma once

#include <new>
#include <span>

#include <gpumodel/error.hpp>
#include <gpumodel/value.hpp>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {
inline namespace v1 {

std::vector<Finding> findings_of(std::span<const Diagnostic> diagnostics);
// What is being handled.
[[noreturn]] void throw_error();

template <class Act>
auto guarded(Act act) {
  try {
    return act();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const Error&) {
    throw;
  } catch (...) {
    throw_error();
  }
}

// "N=1048576", as on a command line.
std::vector<std::string> definitions_of(const Parameters& parameters);

}  // namespace v1
}  // namespace gpumodel
