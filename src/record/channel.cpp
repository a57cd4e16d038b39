#include "src/record/channel.hpp"

#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

namespace gpumodel::record {
namespace {

std::map<std::string, std::string, std::less<>>& facts() {
  static std::map<std::string, std::string, std::less<>> all;
  return all;
}

// What the host does in less time between two calls is what issuing them takes by the model.
constexpr double least_between = 20e-6;

struct Line {
  int socket = -1;
  pid_t owner = 0;
  double left = 0.0;     // when the last call of the runtime ended
  double between = 0.0;  // of the host, not sent yet
  std::recursive_mutex one;
  int depth = 0;
  double known = 0.0;  // the model's clock when the last call ended
  double told = 0.0;   // to the application, for which no clock goes back
  bool is_known = false;
};
Line& line() {
  static Line* made = new Line;  // outlives what runs at the end
  return *made;
}

[[noreturn]] void stop(const char* why) {
  std::fprintf(stderr, "error: %s\n", why);
  _exit(126);
}

void send_all(const std::string& text) {
  const char* at = text.data();
  std::size_t left = text.size();
  while (left > 0) {
    const ssize_t sent = ::send(line().socket, at, left, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) _exit(125);  // gpumodel has ended
    at += sent;
    left -= static_cast<std::size_t>(sent);
  }
}

}  // namespace

double real_seconds() {
  timespec now{};
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Record::Record(std::string_view what) : line_("{\"do\": \"") {
  line_ += what;
  line_ += '"';
}

void Record::key(std::string_view name) {
  line_ += ", \"";
  line_ += name;
  line_ += "\": ";
}

Record& Record::number(std::string_view name, std::uint64_t value) {
  key(name);
  line_ += std::to_string(value);
  return *this;
}

Record& Record::text(std::string_view name, std::string_view value) {
  key(name);
  line_ += '"';
  for (const char c : value) {
    if (c == '"' || c == '\\') line_ += '\\';
    line_ += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  line_ += '"';
  return *this;
}

Record& Record::json(std::string_view name, std::string_view value) {
  key(name);
  line_ += value;
  return *this;
}

Record& Record::place(const char* file, unsigned number_of_line) {
  return text("file", file).number("line", number_of_line);
}

void Record::send() {
  Line& to = line();
  if (to.owner != getpid()) return;
  char between[48];
  std::snprintf(between, sizeof between, ", \"between\": %.9f}\n", to.between);
  to.between = 0.0;
  to.is_known = false;
  send_all(line_ + between);
}

double Record::ask() {
  if (line().owner != getpid()) return 0.0;
  send();
  std::string answer;
  for (char c = 0; c != '\n';) {
    const ssize_t n = recv(line().socket, &c, 1, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0 || answer.size() > 64) _exit(125);
    answer += c;
  }
  return std::strtod(answer.c_str(), nullptr);
}

Call::Call(Why why) {
  Setup::get();
  Line& of = line();
  of.one.lock();
  if (of.depth++ > 0) return;
  const double between = real_seconds() - of.left;
  if (why == clock || between >= least_between) of.between += between;
}

Call::~Call() {
  Line& of = line();
  if (--of.depth == 0) of.left = real_seconds();
  of.one.unlock();
}

const Setup& Setup::get() {
  static const Setup made;
  return made;
}

Setup::Setup() {
  const char* socket = std::getenv("GPUMODEL_RECORD_SOCKET");
  const char* path = std::getenv("GPUMODEL_RECORD_SETUP");
  if (socket == nullptr || path == nullptr)
    stop("this program was built to be predicted: gpumodel predict runs it");
  Line& to = line();
  to.socket = std::atoi(socket);
  to.owner = getpid();
  std::ifstream file(path);
  for (std::string text; std::getline(file, text);) {
    const std::size_t end = text.find('=');
    if (end != std::string::npos) facts()[text.substr(0, end)] = text.substr(end + 1);
  }
  const auto flag = [](const char* name) {
    const auto found = facts().find(name);
    return found == facts().end() ? 0 : std::atoi(found->second.c_str());
  };
  devices = flag("devices");
  warp = flag("warp") != 0;
  executes = flag("execute") != 0;
  seconds = flag("seconds");
  data = facts()["data"];
  cores = std::max(std::thread::hardware_concurrency(), 1U);
  to.left = real_seconds();
}

namespace {

const std::string* fact(const std::string& key) {
  const auto found = facts().find(key);
  return found == facts().end() ? nullptr : &found->second;
}
std::uint64_t number_of_fact(const std::string* text) {
  return text == nullptr ? 0 : std::strtoull(text->c_str(), nullptr, 10);
}

}  // namespace

const std::string* Setup::stated(int device, std::string_view what) const {
  return fact("device " + std::to_string(device) + " " + std::string(what));
}
std::uint64_t Setup::number(int device, std::string_view what) const {
  return number_of_fact(stated(device, what));
}
std::string Setup::name(int device) const {
  const std::string* found = stated(device, "name");
  return found == nullptr ? "" : *found;
}
const std::string* Setup::parameters(std::string_view kernel) const {
  return fact("kernel " + std::string(kernel));
}
const std::string* Setup::read_only(std::string_view kernel) const {
  return fact("read_only " + std::string(kernel));
}
const std::string* Setup::contents(std::string_view kernel) const {
  return fact("contents " + std::string(kernel));
}
std::uint64_t Setup::shared(std::string_view kernel) const {
  return number_of_fact(fact("shared " + std::string(kernel)));
}
std::uint64_t Setup::max_threads(std::string_view kernel) const {
  const std::uint64_t stated = number_of_fact(fact("threads " + std::string(kernel)));
  return stated == 0 ? 1024 : std::min<std::uint64_t>(stated, 1024);
}

std::uint64_t Setup::launches(std::string_view kernel, const std::array<unsigned, 3>& block) const {
  std::string key = "launches " + std::string(kernel);
  for (const unsigned extent : block) key += " " + std::to_string(extent);
  return std::max<std::uint64_t>(1, number_of_fact(fact(key)));
}

double predicted_seconds() {
  const Call call(Call::clock);
  Line& of = line();
  if (!of.is_known) {
    of.known = Record("clock").ask();
    of.is_known = true;
  }
  const double since = of.between >= least_between ? of.between : 0.0;
  of.told = std::max(of.told, of.known + since);
  return of.told;
}

namespace {

// Before main and behind it the host works too: the first and the last record say how long.
struct Ends {
  Ends() { Setup::get(); }
  ~Ends() {
    const Call call;
    Record("end").send();
  }
} ends;

}  // namespace

}  // namespace gpumodel::record
