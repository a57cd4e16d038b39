// gpumodel devices: the library of devices, one of them with its sources, two of them compared.
#include "src/commands/commands.hpp"
#include "src/commands/library.hpp"
#include "src/commands/load.hpp"
#include "src/report/device_page.hpp"

namespace gpumodel {
namespace {

class Devices : public Command {
 public:
  void declare(CLI::App& app) override { options_.declare(app, "list, show or diff"); }

  int run(Console& console) override {
    options_.output.check();
    if (options_.action == "list") return list_all(console);
    if (options_.action == "show") return show(console);
    if (options_.action == "diff") return diff(console);
    options_.unknown_action({"list", "show", "diff"});
  }

 private:
  int list_all(Console& console) const {
    options_.expect_names(0);
    std::vector<Diagnostic> faults;
    const auto devices = load_all(Library::devices, load_device, faults);
    write_results(console, options_.output, device_list_page(devices),
                  [&](std::ostream& out) { out << to_text(device_list_json(devices, faults)); });
    if (!faults.empty()) throw InputError{std::move(faults)};
    return exit_code::done;
  }

  int show(Console& console) const {
    options_.expect_names(1);
    const DeviceFile device = load_device(options_.names[0]);
    options_.output.protect({device.text.path});
    write_results(console, options_.output, device_page(device),
                  [&](std::ostream& out) { out << to_text(device_json(device)); });
    return exit_code::done;
  }

  int diff(Console& console) const {
    options_.expect_names(2);
    const DeviceFile a = load_device(options_.names[0]);
    const DeviceFile b = load_device(options_.names[1]);
    options_.output.protect({a.text.path, b.text.path});
    write_results(console, options_.output, device_diff_page(a, b),
                  [&](std::ostream& out) { out << to_text(device_diff_json(a, b)); });
    return exit_code::done;
  }

  LibraryOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_devices() {
  return std::make_unique<Devices>();
}

}  // namespace gpumodel
