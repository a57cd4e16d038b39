#include "src/cli/output/partial_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "src/cli/output/file.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/json_file.hpp"

namespace gpumodel {
namespace {

struct stat status_of(const Descriptor& file) {
  struct stat status {};
  fstat(file.get(), &status);
  return status;
}

}  // namespace

PartialFile::PartialFile(const std::string& file) : path_(file + ".partial") {
  do {
    file_ = Descriptor(open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!file_.is_open()) cannot_write(path_, errno);
    if (file_.lock() == Descriptor::Lock::taken) {
      refuse_call("output-busy", path_ + " is being written by another run",
                  {"wait until it ends, or measure into another file"});
    }
  } while (!is_in_place());  // else the other run has just ended, and removed it
  goes_on_ = status_of(file_).st_size > 0;
}

PartialFile::~PartialFile() {
  if (file_.is_open() && status_of(file_).st_size == 0) remove();
}

bool PartialFile::is_in_place() const {
  const struct stat opened = status_of(file_);
  struct stat there {};
  return stat(path_.c_str(), &there) == 0 && there.st_dev == opened.st_dev &&
         there.st_ino == opened.st_ino;
}

std::string PartialFile::whole_lines() const {
  std::string text = read_json_bytes(path_, path_).content;
  text.erase(text.rfind('\n') + 1);
  return text;
}

void PartialFile::cut(std::size_t bytes) const {
  if (ftruncate(file_.get(), static_cast<off_t>(bytes)) != 0) cannot_write(path_, errno);
}

void PartialFile::append(const std::string& text) const {
  if (!file_.write(text) || !file_.sync()) cannot_write(path_, errno);
}

void PartialFile::remove() {
  if (is_in_place()) unlink(path_.c_str());
  file_.close();
}

}  // namespace gpumodel
