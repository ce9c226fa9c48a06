// The memory bar: parts at the peak in contract order, the card's end and usable line, the interval's lane, and its
// words.
#include <algorithm>
#include <array>

#include "core/domain/order.hpp"
#include "ui/view/device_name.hpp"
#include "ui/view/figures.hpp"
#include "ui/view/text_width.hpp"

namespace gpusel::view {

namespace {

// What must fit beyond the live tensors (allocator slack, the driver's context) is shown as part of the workspace, so
// that the bar ends at the number the verdict speaks of.
PartsBytes parts_to_need(const MemoryReport& m) {
  PartsBytes parts = m.parts;
  const Bytes beyond = m.need.estimate - parts.total();
  if (beyond.value > 0) parts[Part::workspace] += beyond;
  return parts;
}

std::string part_key(Part p) { return "part." + std::string(to_string(p)); }

std::vector<Segment> segments(const Input& in, const Report& r, double full) {
  const MemoryReport& m = r.memory;
  std::vector<Segment> out;
  const PartsBytes parts = parts_to_need(m);
  double at = 0;
  constexpr double bar_width = 580;  // CSS pixels on a 1280 screen
  for (std::size_t i = 0; i < parts.part.size(); ++i) {
    const double bytes = parts.part[i].number();
    if (bytes <= 0) continue;
    const Part p = static_cast<Part>(i);
    Segment s;
    s.part = std::string(to_string(p));
    s.label = in.strings.text(part_key(p));
    s.value = memory(bytes, in.lang(), 2).value;
    s.color = "p_" + s.part;
    s.from = at / full;
    s.to = (at + bytes) / full;
    s.label_inside = (s.to - s.from) * bar_width >= text_width(s.label + " " + s.value, 13, true) + 16;
    s.why = why_id(r, "memory", s.part);
    at += bytes;
    out.push_back(std::move(s));
  }
  return out;
}

std::string when(const Input& in, const Report& r) {
  if (r.serve) return in.strings.text("mem.when_full", {{"n", std::to_string(r.serve->concurrency)}});
  return in.strings.text(count_of(r.scenario) > 1 ? "mem.when_each" : "mem.when_one",
                         {{"moment", in.strings.text("moment." + std::string(to_string(r.memory.peak)))}});
}

std::string summary(const Input& in, const MemoryView& view, const MemoryReport& m) {
  const ShownRange r = memory_range(m.need, in.lang());
  std::vector<const Segment*> largest;
  for (const Segment& s : view.segments) largest.push_back(&s);
  sort_stably(largest.begin(), largest.end(),
              [](const Segment* a, const Segment* b) { return a->to - a->from > b->to - b->from; });
  std::string parts;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, largest.size()); ++i)
    parts += (i ? in.lang() == Lang::zh ? "，" : ", " : "") + largest[i]->label + " " + largest[i]->value;
  return in.strings.text("mem.summary", {{"x", r.value},
                                         {"usable", memory(m.usable.number(), in.lang()).value},
                                         {"lo", r.low},
                                         {"hi", r.high},
                                         {"parts", parts}});
}

}  // namespace

MemoryView memory_bar(const Input& in, const Report& r, double full) {
  const MemoryReport& m = r.memory;
  MemoryView out;
  out.segments = segments(in, r, full);
  out.usable = m.usable.number() / full;
  out.card = m.capacity.number() / full;
  out.low = m.need.low.number() / full;
  out.estimate = m.need.estimate.number() / full;
  out.high = m.need.high.number() / full;
  out.fits = r.fits;
  out.summary = summary(in, out, m);
  return out;
}

double memory_scale(const Report& r) {
  return std::max({r.memory.capacity.number(), r.memory.need.high.number(), 1.0});
}

MemoryView build_memory(const Input& in) {
  const Report* r = in.subject.report;
  MemoryView out;
  if (r) out = memory_bar(in, *r, memory_scale(*r));
  out.title = in.strings.text("mem.title");
  if (!r) return out;
  const MemoryReport& m = r->memory;
  out.when = when(in, *r);
  const ShownRange range = memory_range(m.need, in.lang());
  const auto amount = [&](Bytes b) { return memory(b.number(), in.lang()).joined(); };
  out.usable_label = in.strings.text("mem.usable", {{"x", amount(m.usable)}});
  out.card_label =
      in.strings.text("mem.card", {{"x", amount(m.capacity)}, {"gb", fixed(m.capacity.number() / 1e9, 0, in.lang())}});
  if (const Accelerator* a = accelerator_of(r->scenario, in.catalog);
      a && full_name(*a).find("GB") != std::string::npos) {
    // The marketed size once beside the bar: "card 31.8 GiB (32 GB)".
    const std::string name = full_name(*a);
    std::size_t end = name.find("GB"), start = end;
    while (start > 0 && (std::isdigit(static_cast<unsigned char>(name[start - 1])) || name[start - 1] == '.')) --start;
    if (start < end)
      out.card_label =
          in.strings.text("mem.card_marketed", {{"x", amount(m.capacity)}, {"gb", name.substr(start, end - start)}});
  }
  out.interval_label = in.strings.text("mem.interval", {{"lo", range.low}, {"hi", range.high}});
  const Bytes free = m.usable - m.need.estimate;
  out.free_label = in.strings.text(free.value >= 0 ? "mem.free" : "mem.over",
                                   {{"x", memory_text(std::abs(free.number()), in.lang())}});
  for (const auto& [key, q] : std::array<std::pair<const char*, const Quantity<Bytes>*>, 3>{
           {{"mem.allocated", &m.allocated}, {"mem.reserved", &m.reserved}, {"mem.device", &m.device}}})
    if (q->estimate.value > 0) out.kinds.push_back({amount(q->estimate), in.strings.text(key)});
  return out;
}

}  // namespace gpusel::view
