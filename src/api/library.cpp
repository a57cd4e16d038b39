#include <gpumodel/library.hpp>

#include "src/api/data.hpp"
#include "src/api/guard.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/text/binary_file.hpp"

namespace gpumodel {
inline namespace v1 {
namespace {

template <class Handle, class File>
Handle made(File file, const SharedShelves& shelves) {
  return Handle(std::make_shared<const typename Handle::Data>(
      typename Handle::Data{{std::make_shared<const File>(std::move(file)), shelves}}));
}

TextFile file_of(const Text& text) {
  return make_text_file(text.content, text.file);
}

std::vector<std::string> names_of(const std::vector<Parameter>& parameters) {
  std::vector<std::string> names;
  for (const Parameter& one : parameters) names.push_back(one.name);
  return names;
}

const Gpu& gpu_of(const DeviceFile& file) {
  return std::get<gpumodel::Gpu>(file.device);
}
const Cpu& cpu_of(const DeviceFile& file) {
  return std::get<Cpu>(file.device);
}

std::vector<std::string> devices_of_kind(std::string_view kind, const Shelves& shelves) {
  std::vector<std::string> all;
  for (const std::string& name : shelves.names(Shelf::devices)) {
    const Node root = parse_yaml(shelves.read(Shelf::devices, name));
    const Node* stated = value_of(root, "kind");
    if (stated != nullptr && stated->text == kind) all.push_back(name);
  }
  return all;
}

Library in_shelves(SharedShelves shelves) {
  return Library(std::make_shared<const Library::Data>(Library::Data{std::move(shelves)}));
}

}  // namespace

std::string version() {
  return GPUMODEL_VERSION;
}

Text read_text(const std::string& file) {
  return guarded([&] { return Text{read_binary_file(file, file, max_text_bytes), file}; });
}

std::string Library::shipped() {
  return guarded([] { return shipped_folder(); });
}

Library Library::open() {
  const std::string folder = shipped();
  if (folder.empty()) {
    throw Error(Error::Kind::input,
                findings_of(std::vector<Diagnostic>{
                    {.id = "file-missing",
                     .message = "the library that comes with gpumodel is not installed",
                     .hints = {"open() also takes the folder that holds it"}}}));
  }
  return guarded([&] {
    return in_shelves(
        std::make_shared<const FolderShelves>(std::vector<LibraryFolder>{{folder, ""}}));
  });
}

Library Library::open(const std::vector<std::string>& folders) {
  return guarded([&] {
    const std::string own = shipped_folder();
    std::vector<LibraryFolder> roots;
    for (const std::string& folder : folders) {
      roots.push_back({folder, folder == own ? "" : folder + "/"});
    }
    return in_shelves(std::make_shared<const FolderShelves>(std::move(roots)));
  });
}

Library Library::from_texts(const std::vector<Text>& texts) {
  return guarded([&] {
    std::vector<TextFile> files;
    for (const Text& text : texts) files.push_back(file_of(text));
    return in_shelves(std::make_shared<const TextShelves>(std::move(files)));
  });
}

std::vector<std::string> Library::kernels() const {
  return guarded([&] { return data().shelves->names(Shelf::kernels); });
}
std::vector<std::string> Library::gpus() const {
  return guarded([&] { return devices_of_kind("gpu", *data().shelves); });
}
std::vector<std::string> Library::hosts() const {
  return guarded([&] { return devices_of_kind("cpu", *data().shelves); });
}
std::vector<std::string> Library::programs() const {
  return guarded([&] { return data().shelves->names(Shelf::programs); });
}
std::vector<std::string> Library::systems() const {
  return guarded([&] { return data().shelves->names(Shelf::systems); });
}

Library::Kernel Library::kernel(const std::string& name) const {
  return guarded([&] { return made<Kernel>(load_kernel(name, *data().shelves), data().shelves); });
}
Library::Kernel Library::kernel(const Text& text) const {
  return guarded([&] { return made<Kernel>(read_kernel(file_of(text)), data().shelves); });
}
Library::Gpu Library::gpu(const std::string& name) const {
  return guarded([&] { return made<Gpu>(load_gpu(name, *data().shelves), data().shelves); });
}
Library::Gpu Library::gpu(const Text& text) const {
  return guarded(
      [&] { return made<Gpu>(require_gpu(read_device(file_of(text))), data().shelves); });
}
Library::Host Library::host(const std::string& name) const {
  return guarded([&] { return made<Host>(load_cpu(name, *data().shelves), data().shelves); });
}
Library::Host Library::host(const Text& text) const {
  return guarded(
      [&] { return made<Host>(require_cpu(read_device(file_of(text))), data().shelves); });
}
Library::Program Library::program(const std::string& name) const {
  return guarded(
      [&] { return made<Program>(load_program(name, *data().shelves), data().shelves); });
}
Library::Program Library::program(const Text& text) const {
  return guarded(
      [&] { return made<Program>(read_program(file_of(text), *data().shelves), data().shelves); });
}
Library::System Library::system(const std::string& name) const {
  return guarded([&] { return made<System>(load_system(name, *data().shelves), data().shelves); });
}
Library::System Library::system(const Text& text) const {
  return guarded([&] { return made<System>(read_system(file_of(text)), data().shelves); });
}

std::string Library::Kernel::name() const {
  return data().file->kernel.id;
}
std::vector<std::string> Library::Kernel::parameters() const {
  return names_of(data().file->kernel.parameters);
}
std::string Library::Gpu::name() const {
  return gpu_of(*data().file).id;
}
std::string Library::Gpu::product() const {
  return gpu_of(*data().file).name;
}
std::string Library::Gpu::compute_capability() const {
  return to_string(gpu_of(*data().file).compute_capability);
}
std::vector<Finding> Library::Gpu::warnings() const {
  return findings_of(data().file->warnings);
}
std::string Library::Host::name() const {
  return cpu_of(*data().file).id;
}
std::string Library::Host::product() const {
  return cpu_of(*data().file).name;
}
std::vector<Finding> Library::Host::warnings() const {
  return findings_of(data().file->warnings);
}
std::string Library::System::name() const {
  return data().file->system.id;
}
std::string Library::Program::name() const {
  return data().file->program.id;
}
std::vector<std::string> Library::Program::parameters() const {
  return names_of(data().file->program.parameters);
}

}  // namespace v1
}  // namespace gpumodel
