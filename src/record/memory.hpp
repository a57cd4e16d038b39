// What the application allocated. Memory of a device is memory of the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/record/runtime.hpp"

namespace gpumodel::record {

enum class Kind { device, pinned, managed, symbol };

struct Piece {
  char* begin = nullptr;
  std::size_t bytes = 0;
  Kind kind{};
  int device = 0;
  bool registered = false;   // pinned, and of the application
  std::uint64_t number = 0;  // of all that there ever were
};

// The piece that holds all of [p, p + bytes), else null.
const Piece* piece_of(const void* p, std::size_t bytes = 0);
void add_piece(Piece piece);
void name_symbol(const char* name, void* shadow);
void begin_symbol(const char* name, std::string_view initial);  // which stays where it is
void* symbol_named(const std::string& name);                    // null where there is none
std::vector<const Piece*> all_pieces();
std::vector<const Piece*> shared_pieces();  // with the host
std::size_t free_bytes(int device);

cudaError_t failed(cudaError_t error);
cudaError_t done();
int current_device();

}  // namespace gpumodel::record
