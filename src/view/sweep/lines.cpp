#include "src/view/sweep/lines.hpp"

#include <fmt/format.h>

#include <iterator>

#include "src/view/sweep/json.hpp"

namespace gpumodel {
namespace {

void append(std::string& out, Number value) {
  if (value.is_integer()) {
    fmt::format_to(std::back_inserter(out), "{}", value.integer());
  } else {
    fmt::format_to(std::back_inserter(out), "{}", value.real());
  }
}

// RFC 4180.
std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string all = "\"";
  for (const char c : text) all += c == '"' ? std::string("\"\"") : std::string(1, c);
  return all + '"';
}

}  // namespace

std::string csv_head(const SweepPlan& plan) {
  std::string head;
  for (const SweepAxis& axis : plan.axes()) head += axis.name + ",";
  return head + "device,time_s,interval_low_s,interval_high_s,bound,fits,reason\n";
}

void append_csv(std::string& out, const SweepPlan& plan, const SweepPoint& point) {
  for (const Number& value : point.values) {
    append(out, value);
    out += ',';
  }
  out += csv_text(plan.gpu(point.device).id);
  if (point.time) {
    const Estimate<Seconds>& time = *point.time;
    fmt::format_to(std::back_inserter(out), ",{},{},{},{},{},\n", time.value.si, time.low.si,
                   time.high.si, point.bound, point.fits);
  } else {
    out += ",,,,,," + csv_text(point.reason) + "\n";
  }
}

std::string json_head(const SweepPlan& plan) {
  return to_line(sweep_head(plan)) + "\n";
}

void append_json(std::string& out, const SweepPlan& plan, const SweepPoint& point) {
  out += "{\"parameters\":{";
  for (std::size_t i = 0; i < point.values.size(); ++i) {
    if (i > 0) out += ',';
    out += '"';
    out += plan.axes()[i].name;
    out += "\":";
    append(out, point.values[i]);
  }
  out += "},\"device\":";
  out += to_line(Json(plan.gpu(point.device).id));
  if (point.time) {
    const Estimate<Seconds>& time = *point.time;
    fmt::format_to(std::back_inserter(out),
                   ",\"time_s\":{},\"interval_s\":[{},{}],\"bound\":\"{}\",\"fits\":{},"
                   "\"reason\":null}}\n",
                   time.value.si, time.low.si, time.high.si, point.bound, point.fits);
  } else {
    out += ",\"time_s\":null,\"interval_s\":null,\"bound\":null,\"fits\":null,\"reason\":";
    out += to_line(Json(point.reason)) + "}\n";
  }
}

}  // namespace gpumodel
