// Which lanes touch which bytes of which sectors: for terminals, as SVG, and as a page of HTML.
#pragma once

#include <iosfwd>

#include "src/app/coalesce/answer.hpp"
#include "src/view/common/page.hpp"
#include "src/view/picture/picture.hpp"

namespace gpumodel {

// One row per 128-byte line (at most 16), one character per 4 bytes; shared memory: one per bank.
Preformatted lane_map(const CoalesceAnswer& answer);

// Every cell says on hovering which lanes touch it. At most 64 lines are drawn.
Picture coalesce_picture(const CoalesceAnswer& answer);
// The picture above the report; works without a network.
void coalesce_html(std::ostream& out, const CoalesceAnswer& answer, const Page& page);

}  // namespace gpumodel
