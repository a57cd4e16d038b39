#include "validate/programs/openacc/program.hpp"

#include <openacc.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "validate/programs/openacc/pinned_memory.hpp"

namespace gpumodel {
namespace {

std::vector<RegisteredProgram>& registered() {
  static std::vector<RegisteredProgram> all;
  return all;
}

int as_int(std::int64_t value, const std::string& what) {
  if (value >= 0 && value <= std::numeric_limits<int>::max()) return static_cast<int>(value);
  throw CaseError(what + " is no number that the program can take");
}

}  // namespace

bool register_openacc_program(const RegisteredProgram& program) {
  registered().push_back(program);
  return true;
}

std::vector<RegisteredProgram> openacc_programs() {
  std::vector<RegisteredProgram> all = registered();
  std::ranges::sort(all, {}, &RegisteredProgram::id);
  return all;
}

// A buffer in the host's memory, with what the run-time libraries know of it.
struct OpenAccProgram::Memory {
  static constexpr std::size_t page = 4096;

  Memory(std::int64_t asked, bool pin_it, bool put_on_device)
      : bytes(static_cast<std::size_t>(asked)), pinned(pin_it), on_device(put_on_device) {
    at = std::aligned_alloc(page, (std::max<std::size_t>(bytes, 1) + page - 1) / page * page);
    if (at == nullptr)
      throw CaseError("the host has no memory for " + std::to_string(asked) + " B");
  }
  ~Memory() { std::free(at); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  void* at = nullptr;
  std::size_t bytes;
  bool pinned, on_device;
};

OpenAccProgram::OpenAccProgram(Script script, bool on_host)
    : script_(std::move(script)), on_host_(on_host), memory_(script_.buffers.size()) {}

// The process ends with it: what the driver holds goes with the process.
OpenAccProgram::~OpenAccProgram() = default;

int OpenAccProgram::value(std::string_view parameter) const {
  for (const ScriptStep::Parameter& each : script_.parameters) {
    if (each.name == parameter && each.value.is_integer()) {
      return as_int(each.value.integer(), "parameter '" + each.name + "'");
    }
  }
  throw CaseError("the script has no whole number '" + std::string(parameter) + "'");
}

int OpenAccProgram::chunks() const {
  if (script_.chunks < 1) throw CaseError("the script does not say how many chunks there are");
  return one_chunk_ > 0 ? one_chunk_ : as_int(script_.chunks, "the number of chunks");
}

int OpenAccProgram::queues() const {
  if (script_.streams < 1) throw CaseError("the script does not say how many queues there are");
  return script_.streams;
}

std::size_t OpenAccProgram::number_of(std::string_view buffer) const {
  const auto found = std::ranges::find(script_.buffers, buffer, &Script::Array::name);
  if (found == script_.buffers.end()) {
    throw CaseError("the script has no buffer '" + std::string(buffer) + "'");
  }
  return static_cast<std::size_t>(found - script_.buffers.begin());
}

std::int64_t OpenAccProgram::bytes_of(std::string_view buffer) const {
  return script_.buffers[number_of(buffer)].bytes;
}

const void* OpenAccProgram::at(std::string_view buffer) const {
  return memory_[number_of(buffer)]->at;
}

void* OpenAccProgram::place(std::string_view buffer, std::size_t scalar_bytes, Fill fill,
                            bool on_device) {
  const std::size_t number = number_of(buffer);
  std::unique_ptr<Memory>& memory = memory_[number];
  if (memory) return memory->at;
  const Script::Array& array = script_.buffers[number];
  if (array.bytes % static_cast<std::int64_t>(scalar_bytes) != 0) {
    throw CaseError("buffer '" + array.name + "' is of another type");
  }
  if (array.memory != MemoryKind::pinned && array.memory != MemoryKind::pageable) {
    throw CaseError("buffer '" + array.name + "' is neither pinned nor pageable memory");
  }
  const bool pinned = array.memory == MemoryKind::pinned && !on_host_;
  memory = std::make_unique<Memory>(array.bytes, pinned, on_device || array.resident);
  fill(memory->at, array.bytes, seed_of(buffer));
  if (pinned) pin(memory->at, memory->bytes);
  if (memory->on_device) acc_copyin(memory->at, memory->bytes);
  return memory->at;
}

const std::vector<int>* OpenAccProgram::find_table(std::string_view name) const {
  const auto found = std::ranges::find(
      tables_, name, [](const auto& each) -> std::string_view { return each.first; });
  return found == tables_.end() ? nullptr : &found->second;
}

const int* OpenAccProgram::keep_table(std::string_view name, std::vector<int> numbers) {
  int* const at = numbers.data();  // stays there when the vector moves
  acc_copyin(at, numbers.size() * sizeof(int));
  tables_.emplace_back(name, std::move(numbers));
  return at;
}

void OpenAccProgram::fetch_resident() {
  for (const std::unique_ptr<Memory>& memory : memory_) {
    if (memory && memory->on_device) acc_update_self(memory->at, memory->bytes);
  }
}

void OpenAccProgram::renew_queues(void (*run)(OpenAccProgram&)) {
  for (const std::unique_ptr<Memory>& memory : memory_) {
    if (memory && memory->on_device) throw CaseError("buffers must not outlive the queues");
    if (memory && memory->pinned) unpin(memory->at);
  }
  acc_shutdown(acc_device_nvidia);
  acc_init(acc_device_nvidia);
  acc_set_device_num(0, acc_device_nvidia);
  for (const std::unique_ptr<Memory>& memory : memory_) {
    if (memory && memory->pinned) pin(memory->at, memory->bytes);
  }
  // Code is loaded when it first runs: one block, in a queue that nobody else uses.
  first_queue_ = chunks();
  one_chunk_ = 1;
  run(*this);
  first_queue_ = one_chunk_ = 0;
}

}  // namespace gpumodel
