#include "src/record/graphs.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "src/record/channel.hpp"
#include "src/record/handles.hpp"
#include "src/record/memory.hpp"
#include "src/record/streams.hpp"

namespace gpumodel::record {
namespace {

struct Node {
  std::function<void()> act{};
  std::vector<std::size_t> after{};
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::string params{};  // bytes of what it was made of
  void is(const __gm_node_of& of) {
    type = of.type;
    params.assign(static_cast<const char*>(of.params), of.bytes);
  }
};
struct Graph {
  std::vector<Node> nodes;
  std::map<std::uint64_t, std::size_t> by_number;
};
struct Graphs {
  std::map<std::uint64_t, Graph> all;
  std::map<std::uint64_t, std::uint64_t> ready;  // what was instantiated, and the graph
  std::uint64_t open = 0;                        // none: 0
  std::size_t node = 0;                          // that what is issued belongs to
  std::uint64_t captured = 0;                    // the stream that is captured into it
};
Graphs& graphs() {
  static auto* made = new Graphs;
  return *made;
}

Graph* find(cudaGraph_t graph) {
  const auto found = graphs().all.find(number_of_handle(graph));
  return found == graphs().all.end() ? nullptr : &found->second;
}

// A node of any graph, for its number is its own; null where there is none.
struct Found {
  std::uint64_t graph = 0;
  Node* node = nullptr;
};
Found find(cudaGraphNode_t node) {
  for (auto& [number, graph] : graphs().all)
    if (const auto found = graph.by_number.find(number_of_handle(node));
        found != graph.by_number.end())
      return {number, &graph.nodes[found->second]};
  return {};
}
std::vector<cudaGraphNode_t> handles_of(const Graph& graph) {
  std::vector<cudaGraphNode_t> all(graph.nodes.size());
  for (const auto& [number, at] : graph.by_number) all[at] = handle_of<cudaGraphNode_t>(number);
  return all;
}
// How many there are where nobody has room for them, else those that there is room for.
cudaError_t tell(const std::vector<cudaGraphNode_t>& all, cudaGraphNode_t* into, size_t* count) {
  if (count == nullptr) return failed(cudaErrorInvalidValue);
  *count = into == nullptr ? all.size() : std::min(*count, all.size());
  if (into != nullptr) std::copy_n(all.begin(), *count, into);
  return done();
}
struct Edges {
  std::vector<cudaGraphNode_t> from, to;
};
Edges edges_of(const Graph& graph) {
  const std::vector<cudaGraphNode_t> handles = handles_of(graph);
  Edges all;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    for (const std::size_t on : graph.nodes[i].after) {
      all.from.push_back(handles[on]);
      all.to.push_back(handles[i]);
    }
  return all;
}
// The nodes at the other ends of the edges that have this one at their `own`.
cudaError_t tell_beside(cudaGraphNode_t node, std::vector<cudaGraphNode_t> Edges::*own,
                        std::vector<cudaGraphNode_t> Edges::*other, cudaGraphNode_t* into,
                        size_t* count) {
  const Found found = find(node);
  if (found.node == nullptr) return failed(cudaErrorInvalidValue);
  const Edges edges = edges_of(graphs().all[found.graph]);
  std::vector<cudaGraphNode_t> all;
  for (std::size_t i = 0; i < (edges.*own).size(); ++i)
    if ((edges.*own)[i] == node) all.push_back((edges.*other)[i]);
  return tell(all, into, count);
}

// Each node behind those it waits for.
void run(const Graph& graph) {
  std::vector<bool> done(graph.nodes.size());
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      bool ready = !done[i];
      for (const std::size_t on : graph.nodes[i].after) ready = ready && done[on];
      if (!ready) continue;
      if (graph.nodes[i].act) graph.nodes[i].act();
      done[i] = more = true;
    }
  }
}

std::string list_of(const cudaGraphNode_t* nodes, std::size_t count) {
  std::string text = "[";
  for (std::size_t i = 0; i < count; ++i)
    text += (i > 0 ? ", " : "") + std::to_string(number_of_handle(nodes[i]));
  return text + "]";
}

// What `issue` does becomes what the node does.
cudaError_t issue_into(std::uint64_t graph, std::uint64_t node, const std::string& after,
                       void (*issue)(const void*), const void* what) {
  graphs().open = graph;
  graphs().node = graphs().all[graph].by_number[node];
  Record("capture").number("graph", graph).send();
  Record("node").number("number", node).json("nodes", after).send();
  const cudaError_t before = cudaGetLastError();
  issue(what);
  const cudaError_t error = cudaGetLastError();
  if (before != cudaSuccess) failed(before);
  Record("captured").number("graph", graph).send();
  graphs().open = 0;
  return error == cudaSuccess ? done() : failed(error);
}

}  // namespace

bool captures() {
  return graphs().open != 0;
}

cudaError_t do_or_capture(std::function<void()> act) {
  if (!captures()) {
    act();
    return done();
  }
  std::vector<Node>& nodes = graphs().all[graphs().open].nodes;
  if (graphs().captured == 0) {
    nodes[graphs().node].act = std::move(act);
    return done();
  }
  // Nodes of a capture run one after the other.
  Node made{std::move(act), {}};
  if (!nodes.empty()) made.after.push_back(nodes.size() - 1);
  nodes.push_back(std::move(made));
  return done();
}

}  // namespace gpumodel::record

using namespace gpumodel::record;

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  const Call call;
  if (!is_stream(stream) || captures()) return failed(cudaErrorStreamCaptureUnsupported);
  graphs().open = next_number();
  graphs().all[graphs().open];
  graphs().captured = number_of(stream) + 1;
  Record("capture").number("graph", graphs().open).send();
  return done();
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  const Call call;
  if (!captures() || graphs().captured != number_of(stream) + 1)
    return failed(cudaErrorStreamCaptureInvalidated);
  Record("captured").number("graph", graphs().open).send();
  *graph = handle_of<cudaGraph_t>(graphs().open);
  graphs().open = graphs().captured = 0;
  return done();
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  const bool is = captures() && graphs().captured == number_of(stream) + 1;
  *status = is ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return done();
}

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  const Call call;
  if (graph == nullptr || flags != 0) return failed(cudaErrorInvalidValue);
  const std::uint64_t made = next_number();
  graphs().all[made];
  *graph = handle_of<cudaGraph_t>(made);
  return done();
}
// What was made from a graph does what the graph does.
cudaError_t cudaGraphClone(cudaGraph_t* made, cudaGraph_t graph) {
  if (made == nullptr || find(graph) == nullptr) return failed(cudaErrorInvalidValue);
  *made = graph;
  return done();
}
cudaError_t __gpumodel_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                            size_t count, __gm_node_of of, void (*issue)(const void*),
                            const void* what) {
  const Call call;
  Graph* to = find(graph);
  if (node == nullptr || to == nullptr || captures()) return failed(cudaErrorInvalidValue);
  Node made;
  made.is(of);
  for (std::size_t i = 0; i < count; ++i) {
    const auto found = to->by_number.find(number_of_handle(after[i]));
    if (found == to->by_number.end()) return failed(cudaErrorInvalidValue);
    made.after.push_back(found->second);
  }
  const std::uint64_t number = next_number();
  to->by_number[number] = to->nodes.size();
  to->nodes.push_back(std::move(made));
  *node = handle_of<cudaGraphNode_t>(number);
  return issue_into(number_of_handle(graph), number, list_of(after, count), issue, what);
}
// The same node, which does something else from now on.
cudaError_t __gpumodel_change(cudaGraphNode_t node, __gm_node_of of, void (*issue)(const void*),
                              const void* what) {
  const Call call;
  const Found found = find(node);
  if (found.node == nullptr || found.node->type != of.type || captures())
    return failed(cudaErrorInvalidValue);
  found.node->is(of);
  return issue_into(found.graph, number_of_handle(node), "[]", issue, what);
}
cudaError_t __gpumodel_change(cudaGraphExec_t graph, cudaGraphNode_t node, __gm_node_of of,
                              void (*issue)(const void*), const void* what) {
  const Call call;
  const auto ready = graphs().ready.find(number_of_handle(graph));
  if (ready == graphs().ready.end() || find(node).graph != ready->second)
    return failed(cudaErrorInvalidValue);
  return __gpumodel_change(node, of, issue, what);
}
cudaError_t __gpumodel_params(cudaGraphNode_t node, __gm_node_of of, void* into) {
  const Found found = find(node);
  if (found.node == nullptr || found.node->type != of.type ||
      found.node->params.size() != of.bytes || into == nullptr)
    return failed(cudaErrorInvalidValue);
  std::memcpy(into, found.node->params.data(), of.bytes);
  return done();
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  const Found found = find(node);
  if (found.node == nullptr || type == nullptr) return failed(cudaErrorInvalidValue);
  *type = found.node->type;
  return done();
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  const Graph* of = find(graph);
  if (of == nullptr) return failed(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> all;
  for (const auto& [number, at] : of->by_number)
    if (of->nodes[at].after.empty()) all.push_back(handle_of<cudaGraphNode_t>(number));
  return tell(all, nodes, count);
}
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              size_t* count) {
  const Graph* of = find(graph);
  if (of == nullptr || count == nullptr) return failed(cudaErrorInvalidValue);
  const Edges all = edges_of(*of);
  size_t room = *count;
  tell(all.from, from, &room);
  return tell(all.to, to, count);
}
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* all,
                                         size_t* count) {
  return tell_beside(node, &Edges::to, &Edges::from, all, count);
}
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* all,
                                           size_t* count) {
  return tell_beside(node, &Edges::from, &Edges::to, all, count);
}
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned) {
  static constexpr const char* types[] = {"kernel", "memcpy",       "memset",   "host",
                                          "graph",  "empty",        "wait",     "record",
                                          "signal", "wait outside", "allocate", "free"};
  const Graph* of = find(graph);
  if (of == nullptr || path == nullptr) return failed(cudaErrorInvalidValue);
  std::ofstream file(path);
  file << "digraph dot {\n";
  for (std::size_t i = 0; i < of->nodes.size(); ++i) {
    file << "  \"" << i << "\" [label=\"" << types[of->nodes[i].type] << "\"];\n";
    for (const std::size_t on : of->nodes[i].after)
      file << "  \"" << on << "\" -> \"" << i << "\";\n";
  }
  file << "}\n";
  return file.flush() ? done() : failed(cudaErrorOperatingSystem);
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, size_t count) {
  const Call call;
  Graph* of = find(graph);
  if (of == nullptr) return failed(cudaErrorInvalidValue);
  Record("capture").number("graph", number_of_handle(graph)).send();
  cudaError_t error = cudaSuccess;
  for (std::size_t i = 0; i < count && error == cudaSuccess; ++i) {
    const auto first = of->by_number.find(number_of_handle(from[i]));
    const auto then = of->by_number.find(number_of_handle(to[i]));
    if (first == of->by_number.end() || then == of->by_number.end()) {
      error = cudaErrorInvalidValue;
      break;
    }
    of->nodes[then->second].after.push_back(first->second);
    Record("depend").number("number", then->first).json("nodes", list_of(from + i, 1)).send();
  }
  Record("captured").number("graph", number_of_handle(graph)).send();
  return error == cudaSuccess ? done() : failed(error);
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  const Graph* of = find(graph);
  return of == nullptr ? failed(cudaErrorInvalidValue) : tell(handles_of(*of), nodes, count);
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* made, cudaGraph_t graph, unsigned long long) {
  const Call call;
  if (made == nullptr || find(graph) == nullptr) return failed(cudaErrorInvalidValue);
  const std::uint64_t number = next_number();
  graphs().ready[number] = number_of_handle(graph);
  *made = handle_of<cudaGraphExec_t>(number);
  return done();
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* made, cudaGraph_t graph, cudaGraphNode_t*, char*,
                                 size_t) {
  return cudaGraphInstantiate(made, graph, 0ULL);
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* made, cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(made, graph, flags);
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t ready, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
  const Call call;
  const auto found = graphs().ready.find(number_of_handle(ready));
  if (found == graphs().ready.end() || find(graph) == nullptr) return failed(cudaErrorInvalidValue);
  found->second = number_of_handle(graph);
  if (result != nullptr) *result = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  return done();
}
cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) {
  return done();
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream, const char* file,
                            unsigned line) {
  const Call call;
  const auto ready = graphs().ready.find(number_of_handle(graph));
  if (ready == graphs().ready.end() || captures()) return failed(cudaErrorInvalidValue);
  const auto found = graphs().all.find(ready->second);
  if (!is_stream(stream)) return failed(cudaErrorInvalidResourceHandle);
  Record("graph")
      .number("graph", found->first)
      .number("stream", number_of(stream))
      .number("device", static_cast<unsigned>(current_device()))
      .place(file, line)
      .send();
  run(found->second);
  return done();
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t) {
  return done();
}
cudaError_t cudaGraphDestroy(cudaGraph_t) {
  return done();
}
