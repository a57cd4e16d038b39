#include "validate/runner/runner_main.hpp"

#include <iostream>

#include "src/diagnostics/diagnostic.hpp"
#include "validate/cases/kernel_case.hpp"
#include "validate/runner/backend.hpp"

namespace gpumodel {
namespace {

int fail(int code, std::string_view what) {
  std::cerr << "error: " << what << '\n';
  return code;
}

}  // namespace

int runner_main(int argc, char** argv, const char* description,
                const std::function<void(CLI::App&)>& declare, const std::function<int()>& run) {
  try {
    CLI::App app{description};
    declare(app);
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? 0 : 2;
    }
    return run();
  } catch (const InputError& error) {
    for (const Diagnostic& found : error.found) {
      std::cerr << "error: " << found.file << ':' << found.line << ": " << found.message << '\n';
    }
    return 3;
  } catch (const CaseError& error) {
    return fail(3, error.what());
  } catch (const NoDevice& error) {
    return fail(4, error.what());
  } catch (const std::exception& error) {
    return fail(70, error.what());
  } catch (...) {
    return fail(70, "internal error");
  }
}

void print_result(const nlohmann::ordered_json& document) {
  using Json = nlohmann::ordered_json;
  std::cout << document.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace gpumodel
