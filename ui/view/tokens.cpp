#include "ui/view/tokens.hpp"

#include <cmath>
#include <iterator>

namespace gpusel::view {

namespace {

constexpr Rgb hex(std::uint32_t v) {
  return {static_cast<std::uint8_t>(v >> 16 & 0xff), static_cast<std::uint8_t>(v >> 8 & 0xff),
          static_cast<std::uint8_t>(v & 0xff)};
}

double linear(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(Rgb c) { return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b); }

constexpr Token kTable[] = {
    {"bg", hex(0x0F1113), hex(0xF3F5F7)},
    {"surface", hex(0x17191C), hex(0xFFFFFF)},
    {"raised", hex(0x1F2226), hex(0xFFFFFF)},
    {"field", hex(0x121417), hex(0xFFFFFF)},
    {"hover", hex(0x272B30), hex(0xEEF1F4)},
    {"line", hex(0x2C3036), hex(0xDDE1E6)},
    {"ctl", hex(0x6B727B), hex(0x858C95)},
    {"text", hex(0xECEEF0), hex(0x14181C)},
    {"text2", hex(0xB4BAC1), hex(0x464D55)},
    {"text3", hex(0x8F969F), hex(0x626A73)},
    {"accent", hex(0x5B9BFF), hex(0x1D5FD1)},
    {"accentFill", hex(0x2F6FE4), hex(0x1D5FD1)},
    {"onAccent", hex(0xFFFFFF), hex(0xFFFFFF)},
    {"accentSoft", hex(0x1A2B47), hex(0xE4EDFC)},
    {"fit", hex(0x3CC8A4), hex(0x0A7660)},
    {"fitSoft", hex(0x11302A), hex(0xDDF3EC)},
    {"tight", hex(0xF2B84B), hex(0x8A5A00)},
    {"tightSoft", hex(0x362A12), hex(0xFBEFD3)},
    {"no", hex(0xFF7F72), hex(0xBE2F24)},
    {"noSoft", hex(0x3B1C1B), hex(0xFCE5E2)},
    {"p_weights", hex(0x3570E6), hex(0x1C59C9)},
    {"p_adapters", hex(0xA6CBFB), hex(0x5D94D6)},
    {"p_gradients", hex(0x1098B8), hex(0x04526A)},
    {"p_optimizer", hex(0x8BE6EE), hex(0x338DA3)},
    {"p_activations", hex(0xD06C16), hex(0xA03C00)},
    {"p_logits", hex(0xFDC466), hex(0xCF7A22)},
    {"p_kv_cache", hex(0xC58BFA), hex(0x6F1B93)},
    {"p_communication", hex(0xC3C9D0), hex(0x858C95)},
    {"p_workspace", hex(0x6B727B), hex(0x565D66)},
    // Text set inside a part of the memory bar: "on_" + the part's token.
    {"on_p_weights", hex(0xFFFFFF), hex(0xFFFFFF)},
    {"on_p_adapters", hex(0x0B0D0F), hex(0x0B0D0F)},
    {"on_p_gradients", hex(0x0B0D0F), hex(0xFFFFFF)},
    {"on_p_optimizer", hex(0x0B0D0F), hex(0x0B0D0F)},
    {"on_p_activations", hex(0x0B0D0F), hex(0xFFFFFF)},
    {"on_p_logits", hex(0x0B0D0F), hex(0x0B0D0F)},
    {"on_p_kv_cache", hex(0x0B0D0F), hex(0xFFFFFF)},
    {"on_p_communication", hex(0x0B0D0F), hex(0x0B0D0F)},
    {"on_p_workspace", hex(0xFFFFFF), hex(0xFFFFFF)},
    {"series1", hex(0x6AACFB), hex(0x0B3C9E)},
    {"series2", hex(0xD98A3A), hex(0xB84A0A)},
    {"series3", hex(0x66E6D2), hex(0x1F9690)},
    {"series4", hex(0xDB2A84), hex(0x7A0F52)},
    {"series5", hex(0xF5D24A), hex(0xA98411)},
    {"series6", hex(0x8463EA), hex(0x8F4CCD)},
};

}  // namespace

const std::vector<Token>& tokens() {
  static const std::vector<Token> table(std::begin(kTable), std::end(kTable));
  return table;
}

Rgb color(std::string_view token, bool dark) {
  for (const Token& t : tokens())
    if (t.name == token) return dark ? t.dark : t.light;
  return dark ? hex(0xECEEF0) : hex(0x14181C);  // text
}

double contrast(Rgb a, Rgb b) {
  const double la = luminance(a), lb = luminance(b);
  return (std::fmax(la, lb) + 0.05) / (std::fmin(la, lb) + 0.05);
}

}  // namespace gpusel::view
