// `list` and `show`, as `devices`, `kernels`, `programs` and `systems` have them.
#pragma once

#include "src/cli/common/command.hpp"
#include "src/cli/library/library.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {

// How files of one kind are read and shown; what is shown of one of them may be more than the file.
template <class File, class Shown = File>
struct LibraryPages {
  Shelf shelf;
  File (*load)(const std::string&, const Shelves&);
  Page (*list_page)(const std::vector<File>&);
  Json (*list_json)(const std::vector<File>&, const std::vector<Diagnostic>& faults);
  Page (*page)(const Shown&);
  Json (*json)(const Shown&);
  // `work`: of --work-limit. Null where the file is shown as it is.
  Shown (*evaluate)(File, double work) = nullptr;
};

template <class File, class Shown = File>
class LibraryCommand : public Command {
 public:
  explicit LibraryCommand(const LibraryPages<File, Shown>& pages) : pages_(pages) {}

  void declare(CLI::App& app) override { options_.declare(app, "list or show"); }
  int run(Console& console) override {
    options_.output.check();
    if (options_.action == "list") return list_all(console);
    if (options_.action == "show") return show(console);
    options_.unknown_action(actions());
  }

 protected:
  virtual std::vector<std::string> actions() const { return {"list", "show"}; }

  // Faults of files are thrown after the rest is shown.
  int list_all(Console& console) const {
    options_.expect_names(0);
    std::vector<Diagnostic> faults;
    const std::vector<File> files = load_all(pages_.shelf, pages_.load, faults);
    write_results(console, options_.output, pages_.list_page(files),
                  [&](std::ostream& out) { out << to_text(pages_.list_json(files, faults)); });
    if (!faults.empty()) throw InputError{std::move(faults)};
    return exit_code::done;
  }

  int show(Console& console) const {
    options_.expect_names(1);
    const Shown shown = evaluated(pages_.load(options_.names[0], searched_shelves()), console.work);
    write_results(console, options_.output, pages_.page(shown),
                  [&](std::ostream& out) { out << to_text(pages_.json(shown)); });
    return exit_code::done;
  }

  LibraryOptions options_;

 private:
  Shown evaluated(File file, double work) const {
    if constexpr (std::is_same_v<File, Shown>) {
      if (pages_.evaluate == nullptr) return file;
    }
    return pages_.evaluate(std::move(file), work);
  }

  LibraryPages<File, Shown> pages_;
};

}  // namespace gpumodel
