// What an application did, as the steps of a program: each record of its run is added in its turn.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/analysis/traffic/cache_volumes.hpp"
#include "src/app/application/l2_history.hpp"
#include "src/io/application/read_records.hpp"

namespace gpumodel {

// A kernel with the block it was launched with: one descriptor.
struct CalledKernel {
  const LaunchableKernel* kernel = nullptr;
  std::string name{};                          // of the descriptor
  std::string launch{};                        // "grid=[grid_x] block=[256]"
  std::map<std::string, std::string> known{};  // values of the first launch
  // What stood in arrays of whole numbers at that, in numbered files, as far as it is known.
  struct Contents {
    std::int64_t file = 0;
    std::string numbers{};  // "i4"
  };
  std::map<std::string, Contents> contents{};
  // Of its arrays: where they were and how often kernels had written there, at the first launch;
  // and those that kernels had written again at a later one.
  std::map<std::string, std::pair<std::size_t, std::size_t>> held{};
  std::set<std::string> changing{};
  std::array<std::int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};  // of the first launch
};

struct RecordedStep {
  enum class Kind {
    to_device,
    to_host,
    on_device,  // a copy
    peer,
    kernel,
    fill,
    host,  // the host works
    wait,  // the host waits for the end of `after`
    synchronise,
    graph,
  };
  Kind kind{};
  SourcePlace place{};
  double seconds = 0.0;         // host
  std::size_t buffer = 0;       // copies, fill
  std::size_t from_buffer = 0;  // on_device, peer
  std::int64_t bytes = 0;
  std::int64_t offset = 0;                      // to_device, to_host: in the buffer
  bool whole = false;                           // all of the buffer
  std::size_t called = 0;                       // kernel
  std::size_t launch = 0;                       // of it with its block: how many came before
  std::map<std::string, std::string> values{};  // of its launch
  std::vector<std::size_t> reads{}, writes{};   // buffers
  CacheStart cache = CacheStart::cold;          // what the L2 holds
  std::optional<std::size_t> stream{};          // by its number; none: the default one
  bool everything = false;                      // synchronise: all of the device
  bool waits = false;                           // the host, for its end
  int device = 0, from_device = 0;
  std::vector<std::size_t> after{};   // steps whose end it waits for
  std::vector<RecordedStep> steps{};  // graph
  bool unverified = false;            // behind a read of what a kernel should have written
};

struct RecordedBuffer {
  std::size_t piece = 0;  // of the device's memory
  std::int64_t bytes = 0;
  std::string memory{};   // of the host's side: pinned, pageable, managed; empty: never copied
  bool resident = false;  // on the device before anything is copied there
};

class RecordedRun {
 public:
  // `l2_bytes`: launches whose data fit and are there are marked warm.
  // `executes`: the application runs kernels where it reads what they write, as far as it can.
  RecordedRun(std::vector<LaunchableKernel> kernels, double l2_bytes, bool executes = false);
  RecordedRun(const RecordedRun&) = delete;
  RecordedRun& operator=(const RecordedRun&) = delete;

  // Throws InputError: it does not fit what came before. Questions change nothing but the time.
  void add(const ApplicationRecord& record);

  const std::vector<RecordedStep>& steps() const { return steps_; }
  // Of kernels, those of graphs too.
  void each_launch(const std::function<void(const RecordedStep&)>& visit) const;
  const std::vector<RecordedBuffer>& buffers() const { return buffers_; }
  std::vector<std::string> buffer_names() const;
  const std::vector<CalledKernel>& called() const { return called_; }
  std::size_t streams() const { return streams_.size(); }
  bool streams_alone() const;  // none of them waits for the default stream
  int devices() const { return devices_; }
  double pending() const;  // of the host since the last step

  struct Event {
    std::size_t before = 0;            // steps that there were when it was recorded
    std::vector<std::size_t> after{};  // the last step of each stream it waits for
    std::optional<std::size_t> stream{};
    int device = 0;
  };
  // Throws InputError where it was never recorded.
  const Event& event(std::int64_t number) const;

  struct Counts {
    std::size_t launches = 0, copies = 0, graphs = 0, unverified = 0, executed = 0;
    std::int64_t to_device = 0, to_host = 0, on_device = 0;  // bytes
  };
  const Counts& counts() const { return counts_; }
  struct Read {
    SourcePlace place{};
    std::string writer{};   // the kernel that should have written it
    std::string why_not{};  // it was not executed, though others were
  };
  const std::optional<Read>& first_read() const { return first_read_; }
  struct Refused {
    SourcePlace place{};
    std::string what{};
  };
  const std::vector<Refused>& refused() const { return refused_; }
  // Launches of kernels that nothing is known of, by their names.
  const std::map<std::string, std::size_t>& untimed() const { return untimed_; }
  // Calls of libraries, whose kernels are not known, with what they are called with.
  const std::map<std::string, std::size_t>& library_calls() const { return library_calls_; }
  bool ended() const { return ended_; }
  bool captures() const { return capturing_.has_value(); }  // what is issued is done later

 private:
  struct Piece {
    std::int64_t begin = 0, bytes = 0;
    std::string memory{}, name{};
    bool alive = true;
    std::vector<std::size_t> buffers{};  // one for each kind of the host's memory
    std::string written_by{};            // a kernel, which did not run
    bool there = false;                  // something is on the device
    std::size_t times_written = 0;       // by kernels
  };
  struct Stream {
    std::int64_t number = 0;
    bool alone = false;
    std::optional<std::size_t> last{};  // step
    std::vector<std::size_t> waits{};   // of the next step, for events
  };
  // What a graph does when it is launched; `after` are nodes. Streams order those of a capture.
  struct Graph {
    struct Node {
      std::optional<ApplicationRecord> record{};  // none: it does nothing
      std::vector<std::size_t> after{};
    };
    std::vector<Node> nodes{};
    std::map<std::int64_t, std::size_t> by_number{};
    std::map<std::int64_t, std::vector<std::size_t>> tails{}, events{};  // of streams, of events
    std::optional<std::size_t> open{};  // a node whose record is to come
  };

  void allocate(const ApplicationRecord& record, bool symbol);
  void written_unseen(Piece& piece, const std::string& by);
  void call_library(const ApplicationRecord& record);
  void copy(const ApplicationRecord& record);
  void fill(const ApplicationRecord& record);
  void launch(const ApplicationRecord& record);
  void add_to_graph(Graph& graph, const ApplicationRecord& record);
  void launch_graph(const ApplicationRecord& record);
  void place_nodes(const Graph& graph, const std::vector<std::size_t>& order, RecordedStep& step);
  std::size_t lane_stream(std::size_t lane, bool alone);
  void synchronise(const ApplicationRecord& record);
  void record_event(const ApplicationRecord& record);

  std::size_t called_kernel(const ApplicationRecord& record, const LaunchableKernel& kernel,
                            RecordedStep& step);
  std::map<std::string, CalledKernel::Contents> contents_of(const ApplicationRecord& record,
                                                            const LaunchableKernel& kernel) const;
  void add_arguments(const ApplicationRecord& record, const LaunchableKernel& kernel,
                     RecordedStep& step);
  void read_by_host(std::size_t piece, const SourcePlace& place, bool at_once);
  void host_waits(const SourcePlace& place);
  std::size_t buffer_of(std::size_t piece, const std::string& memory);
  void name_piece(std::size_t piece, const std::string& name);
  std::optional<std::size_t> piece_at(std::int64_t address) const;
  std::size_t device_piece(std::int64_t address) const;
  std::optional<std::size_t> stream_of(std::int64_t number) const;
  RecordedStep step_of(RecordedStep::Kind kind, const ApplicationRecord& record);
  void push(RecordedStep step);
  void flush_host();
  [[noreturn]] static void fail(const std::string& what);

  std::map<std::string, LaunchableKernel> kernels_;  // by mangled name
  bool executes_;
  L2History l2_;  // of pieces_, by their numbers
  std::vector<RecordedStep> steps_;
  std::vector<RecordedBuffer> buffers_;
  std::vector<CalledKernel> called_;
  std::map<std::string, std::size_t> called_by_key_;
  std::map<std::pair<std::string, std::array<std::int64_t, 3>>, std::size_t> launches_;
  std::vector<Piece> pieces_;
  std::map<std::int64_t, std::size_t> by_address_;
  std::vector<Stream> streams_;
  std::map<int, std::optional<std::size_t>> last_default_;  // step, by device
  std::vector<std::size_t> default_waits_;
  std::map<std::int64_t, Event> events_;
  std::map<std::int64_t, Graph> graphs_;
  std::optional<std::int64_t> capturing_;
  std::vector<std::size_t> lanes_;             // streams for what graphs do at once
  std::vector<RecordedStep>* into_ = nullptr;  // nodes of a graph that is launched
  Counts counts_;
  std::optional<Read> first_read_, copied_;  // copied: to be read once the host has waited
  std::vector<Refused> refused_;
  std::map<std::string, std::size_t> untimed_, library_calls_;
  double pending_ = 0.0;
  int devices_ = 1;
  bool ended_ = false;
};

}  // namespace gpumodel
