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
    // How many pieces of so many bytes these begin in: of one byte, how many are different.
    std::int64_t pieces_of(std::int64_t bytes) const;
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
    std::array<std::optional<BankConflicts>, 2> paired_;  // here, and half a pair of rows further

    void begin(const WarpLanes& lanes);
    void move(const WarpLanes& lanes, std::int64_t by);
  };
  // Bytes that the request lies behind one that is like it.
  struct Seen {
    Request& like;
    std::int64_t moved = 0;
  };

  Requests(std::size_t accesses, const MemoryRules& rules);
  ~Requests();
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;

  // Valid until the next one of this access.
  Seen find(std::size_t access, const WarpLanes& lanes);
  const Touched& touched(Request& request) const;
  const GlobalAccess& global(Request& request);
  const BankConflicts& shared(Request& request) const;
  // Where banks give two words, whatever the rules say.
  const BankConflicts& paired(const Seen& seen, DataPath path) const;

 private:
  struct Latest;  // of an access

  const MemoryRules& rules_;
  std::int64_t row_bytes_;  // of all banks, a power of two
  std::vector<Latest> latest_;
  TagLookups lookups_;
};

}  // namespace gpumodel
