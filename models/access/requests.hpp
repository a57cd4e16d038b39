// What the requests of warps touch and cost, each looked at once: most are like an earlier one of
// the same access, moved by whole rows of the banks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/access/global_access.hpp"

namespace gpumodel {

class Requests {
 public:
  class Request {
   public:
    // Of the active lanes, ascending.
    std::span<const std::int64_t> addresses() const { return pieces_.addresses(); }
    // Runs of neighbouring sectors, ascending.
    std::span<const SectorRange> sectors() const { return sectors_; }

   private:
    friend Requests;
    WarpLanes lanes_;
    Pieces pieces_;  // none: nothing was looked at here yet
    std::vector<SectorRange> sectors_;
    std::optional<Touched> touched_;  // these where they were asked for
    std::optional<GlobalAccess> global_;
    bool has_tags_ = false;  // `global_` is of these lines; else of others a multiple of rows away
    std::optional<BankConflicts> shared_;

    void fill(const WarpLanes& lanes);
    void fill(const WarpLanes& lanes, const Request& like, std::int64_t moved);
  };
  // Bytes that the request lies behind one that is like it.
  struct Seen {
    Request& like;
    std::int64_t moved = 0;
  };

  Requests(std::size_t accesses, const MemoryRules& rules);

  // Valid until the next one of this access.
  Seen find(std::size_t access, const WarpLanes& lanes);
  const Touched& touched(Request& request) const;
  const GlobalAccess& global(Request& request);
  const BankConflicts& shared(Request& request) const;

 private:
  // Rows of an array begin at few places of a row of banks, and warps of a block take turns: so
  // many of the latest requests of an access serve as they are. Of older ones all but the tags of
  // their lines, which are apart by chance, is still true where they are met again.
  static constexpr std::size_t kept = 4, known = 32;
  // What is looked at first: most requests differ in it.
  struct Key {
    std::int64_t first = 0, span = 0;  // address of the first active lane, and from it to the last
    std::uint32_t active = 0;
    int bytes = 0;
  };
  struct Latest {  // of an access: a ring
    std::vector<Request> requests;
    std::vector<Key> keys;
    std::size_t next = 0;  // to be forgotten
  };

  // The `nth` latest one, if it is like these lanes but for whole rows of the banks.
  bool is_like(const Latest& latest, std::size_t nth, const Key& key, const WarpLanes& lanes) const;

  const MemoryRules& rules_;
  std::int64_t row_bytes_;  // of all banks, a power of two
  std::vector<Latest> latest_;
  TagLookups lookups_;
};

}  // namespace gpumodel
