#include "src/app/common/caught_faults.hpp"

#include <exception>

#include "models/kernel/thread/block_runner.hpp"
#include "models/timeline/program/kernel_costs.hpp"

namespace gpumodel {
namespace {

CaughtFaults of_input(std::string_view id, std::string message) {
  return {CaughtFaults::In::input, {{.id = id, .message = std::move(message)}}};
}

CaughtFaults of_itself(std::string message) {
  return {CaughtFaults::In::itself,
          {{.id = "internal", .message = std::move(message), .hints = {"please report this"}}}};
}

}  // namespace

CaughtFaults caught_faults() {
  try {
    throw;
  } catch (const UsageError& error) {
    return {CaughtFaults::In::call, {error.what}};
  } catch (const InputError& error) {
    return {CaughtFaults::In::input, error.found};
  } catch (const FormulaError& error) {
    return of_input("expression-value", error.error.message);
  } catch (const ThreadFault& fault) {
    return of_input("access-address", fault.error.message);
  } catch (const KernelFault& fault) {
    return of_input("kernel-no-time", fault.message);
  } catch (const UnknownInput& unknown) {
    return of_input("input-unknown", "'" + unknown.key + "' is not stated");
  } catch (const std::exception& error) {
    return of_itself(std::string("internal error: ") + error.what());
  } catch (...) {  // the engine's own signals that nobody turned into a diagnostic
    return of_itself("internal error");
  }
}

}  // namespace gpumodel
