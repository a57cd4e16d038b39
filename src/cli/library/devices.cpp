// gpumodel devices: the library of devices, one of them with its sources, two of them compared.
#include "src/cli/common/commands.hpp"
#include "src/cli/library/command.hpp"
#include "src/io/library/load.hpp"
#include "src/view/device/json.hpp"
#include "src/view/device/page.hpp"

namespace gpumodel {
namespace {

class Devices : public LibraryCommand<DeviceFile> {
 public:
  Devices()
      : LibraryCommand({Shelf::devices, load_device, device_list_page, device_list_json,
                        device_page, device_json}) {}

  void declare(CLI::App& app) override { options_.declare(app, "list, show or diff"); }

  int run(Console& console) override {
    options_.output.check();
    if (options_.action == "list") return list_all(console);
    if (options_.action == "show") return show(console);
    if (options_.action == "diff") return diff(console);
    options_.unknown_action({"list", "show", "diff"});
  }

 private:
  int diff(Console& console) const {
    options_.expect_names(2);
    const DeviceFile a = load_device(options_.names[0]);
    const DeviceFile b = load_device(options_.names[1]);
    write_results(console, options_.output, device_diff_page(a, b),
                  [&](std::ostream& out) { out << to_text(device_diff_json(a, b)); });
    return exit_code::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_devices() {
  return std::make_unique<Devices>();
}

}  // namespace gpumodel
