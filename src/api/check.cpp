#include <gpumodel/check.hpp>

#include "src/api/data.hpp"
#include "src/api/guard.hpp"
#include "src/api/pages.hpp"
#include "src/app/check/check.hpp"
#include "src/view/check/json.hpp"
#include "src/view/check/page.hpp"

namespace gpumodel {
inline namespace v1 {

struct CheckReport::Data {
  std::vector<LintResult> results;  // one

  const LintResult& result() const { return results.front(); }
};

bool CheckReport::usable() const {
  return data().result().count(Severity::error) == 0;
}
std::string CheckReport::kind() const {
  return data().result().kind;
}
std::vector<Finding> CheckReport::findings() const {
  return guarded([&] { return findings_of(data().result().found); });
}
std::string CheckReport::json() const {
  return guarded([&] { return to_text(check_json(data().results, exit_code_of(data().results))); });
}
std::string CheckReport::text() const {
  return guarded([&] { return text_of(check_page(data().results)); });
}

CheckReport check(const Library& library, const Text& text, const CheckOptions& options) {
  return guarded([&] {
    CheckMachine machine{.usual_device = "v100",
                         .work = work_of(options.work),
                         .library = library.data().shelves.get()};
    if (options.gpu) machine.device = options.gpu->data().file;
    if (options.host) machine.host = options.host->data().file;
    const auto read = [&] { return make_text_file(text.content, text.file); };
    return CheckReport(std::make_shared<const CheckReport::Data>(
        CheckReport::Data{{gpumodel::check(text.file, read, machine)}}));
  });
}

}  // namespace v1
}  // namespace gpumodel
