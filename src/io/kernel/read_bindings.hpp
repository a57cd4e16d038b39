// Statements of a thread program that name values: let and draw.
#pragma once

#include "src/io/fields/key_row.hpp"
#include "src/io/kernel/thread_context.hpp"
#include "src/io/text/read_word.hpp"

namespace gpumodel {

inline constexpr auto sharings = std::to_array<Word<Draw::Per>>(
    {{"thread", Draw::Per::thread}, {"warp", Draw::Per::warp}, {"block", Draw::Per::block}});
inline constexpr KeyText drawn_per{"per", Key::optional, types::one_of<sharings>,
                                   "what shares one value; thread if not given"};

// let: {row: i / 4}; several in order, each may use those before it.
void read_lets(const Node& node, const ThreadContext& context, Body& body);

// draw: {length: {uniform: [1, 9]}}; `fields` are the statement's, with `per` beside `draw`.
void read_draws(const Node& node, Mapping& fields, const ThreadContext& context, Body& body);

}  // namespace gpumodel
