#include "src/app/compare/files.hpp"

#include <algorithm>

#include "src/io/text/json_file.hpp"

namespace gpumodel {
namespace {

// Those that the other one does not have alike.
std::string values_text(const NamedValues& parameters, const NamedValues& other) {
  NamedValues own;
  for (const auto& each : parameters) {
    if (std::ranges::find(other, each) == other.end()) own.push_back(each);
  }
  return own.empty() ? "none" : named_values_text(own);
}

std::vector<ResultDifference> differences_of(const StoredResult& base, const StoredResult& now) {
  std::vector<ResultDifference> all;
  const auto look = [&](std::string_view what, const std::string& a, const std::string& b) {
    if (a != b) {
      all.push_back({what, (a.empty() ? "none" : a) + ", " + (b.empty() ? "none" : b)});
    }
  };
  look("kernel", base.key.what, now.key.what);
  look("device", base.key.device, now.key.device);
  const bool known = !base.device_sha256.empty() && !now.device_sha256.empty();
  if (known && base.key.device == now.key.device && base.device_sha256 != now.device_sha256) {
    all.push_back(
        {"device-file", base.device_sha256.substr(0, 8) + ", " + now.device_sha256.substr(0, 8)});
  }
  look("system", base.key.system, now.key.system);
  look("model", base.key.model, now.key.model);
  if (base.key.parameters != now.key.parameters) {
    all.push_back({"parameters", values_text(base.key.parameters, now.key.parameters) + "; " +
                                     values_text(now.key.parameters, base.key.parameters)});
  }
  look("cache", base.key.cache, now.key.cache);
  look("backend", base.key.backend, now.key.backend);
  return all;
}

void judge(ResultPair& pair, const FilesAsk& ask) {
  pair.differences = differences_of(pair.base, pair.now);
  pair.versions_differ = !pair.base.gpumodel.empty() && !pair.now.gpumodel.empty() &&
                         pair.base.gpumodel != pair.now.gpumodel;
  const auto forbidden = [&](const ResultDifference& each) {
    return std::ranges::find(ask.allow, each.what) == ask.allow.end();
  };
  if (std::ranges::any_of(pair.differences, forbidden)) return;
  pair.ratio = ratio_of(pair.base, pair.now);
  pair.verdict = time_change(*pair.ratio, ask.within);
  pair.moves = term_moves(pair.base, pair.now);
}

// Each with the one that differs from it least, of the same metric and kernel; what is left over by
// itself on both sides is a pair, too.
void pair_up(std::vector<StoredResult> base, std::vector<StoredResult> now, FilesAnswer& answer) {
  std::vector<std::pair<std::size_t, std::size_t>> found;  // in the order of `base`
  std::vector<bool> paired_base(base.size()), paired_now(now.size());
  for (std::size_t most = 0; most <= std::size(differences_known); ++most) {
    for (std::size_t i = 0; i < base.size(); ++i) {
      for (std::size_t j = 0; j < now.size() && !paired_base[i]; ++j) {
        if (paired_now[j] || base[i].key.metric != now[j].key.metric) continue;
        const bool alone = base.size() == 1 && now.size() == 1;
        if (base[i].key.what != now[j].key.what && !alone) continue;
        if (differences_of(base[i], now[j]).size() > most) continue;
        paired_base[i] = paired_now[j] = true;
        found.emplace_back(i, j);
      }
    }
  }
  std::ranges::sort(found);
  for (const auto& [i, j] : found) {
    ResultPair pair{base[i], now[j]};
    judge(pair, answer.ask);
    answer.pairs.push_back(std::move(pair));
  }
  for (std::size_t i = 0; i < base.size(); ++i) {
    if (!paired_base[i]) answer.only_base.push_back(std::move(base[i]));
  }
  for (std::size_t j = 0; j < now.size(); ++j) {
    if (!paired_now[j]) answer.only_now.push_back(std::move(now[j]));
  }
}

InputFile input_of(const std::string& path) {
  return {path, path, read_json_bytes(path, path).sha256, path};
}

}  // namespace

std::size_t FilesAnswer::count(TimeChange verdict) const {
  return static_cast<std::size_t>(
      std::ranges::count(pairs, std::optional(verdict), &ResultPair::verdict));
}

std::size_t FilesAnswer::not_comparable() const {
  return static_cast<std::size_t>(
      std::ranges::count(pairs, std::optional<TimeChange>(), &ResultPair::verdict));
}

FilesAnswer compare_files(const FilesAsk& ask) {
  FilesAnswer answer;
  answer.ask = ask;
  std::vector<Diagnostic> faults;
  const auto read = [&](const std::string& path, InputFile& file) {
    try {
      file = input_of(path);
      return read_results(path, path);
    } catch (const InputError& error) {
      faults.insert(faults.end(), error.found.begin(), error.found.end());
      return std::vector<StoredResult>();
    }
  };
  std::vector<StoredResult> base = read(ask.base, answer.base), now = read(ask.now, answer.now);
  if (!faults.empty()) throw InputError{std::move(faults)};
  pair_up(std::move(base), std::move(now), answer);
  if (answer.pairs.empty()) {
    throw InputError{
        {{.id = "compare-nothing",
          .message = "no result of " + ask.base + " is about what one of " + ask.now + " is about",
          .hints = {"results are paired by kernel or program and by metric"}}}};
  }
  return answer;
}

}  // namespace gpumodel
