// What would help a kernel: edits that it allows, each predicted, ranked by what they gain.
//
// An edit is predicted as a descriptor of its own on the same device. Whether it is right is judged
// by the descriptor (see the edits) and by the work: one that is to keep the answers stores as many
// bytes and computes as much as before. What it rests on besides is said with it. Registers and
// instructions are those that the descriptor states: what a compiler makes of the edited source is
// not known.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/app/advise/kernel_edit.hpp"
#include "src/app/compare/ratio.hpp"

namespace gpumodel {

struct Advice {
  KernelEdit edit;
  Estimate<Seconds> time;
  Ratio gain{};        // how many times as fast
  TermMove term{};     // that changes the time most; no name: of copies
  std::string diff{};  // of the descriptor; empty where it stays
};

// That cannot be had, or does not keep the work.
struct RefusedEdit {
  std::string id, why;
};

struct AdviseAnswer {
  PredictAnswer now;
  std::vector<Advice> helps{};   // of the kernel, then of the offload; the most first
  std::vector<Advice> others{};  // that gain less than `least_gain`, or may not gain
  std::vector<RefusedEdit> refused{};
};

// What is less is no reason to change a program.
inline constexpr double least_gain = 1.02;

// What one types to see or make it.
std::string command_of(const AdviseAnswer& answer, const Advice& advice);

// `fuse_with`: kernels that run right after it. The throws of predict().
AdviseAnswer advise(const PredictAsk& ask,
                    const std::vector<std::shared_ptr<const KernelFile>>& fuse_with = {});

}  // namespace gpumodel
