#include "ui/view/text_width.hpp"

#include <array>
#include <cstdint>

namespace gpusel::view {

namespace {

// U+0020 to U+007E.
constexpr std::array<std::uint16_t, 95> kRegular = {
    236, 284, 419, 713, 598, 927, 694, 242, 335, 335, 450, 600, 272, 399, 272, 383, 600, 600, 600,
    600, 600, 600, 600, 600, 600, 600, 292, 292, 600, 600, 600, 477, 891, 641, 653, 621, 671, 583,
    559, 695, 707, 400, 510, 634, 501, 812, 707, 708, 606, 708, 640, 581, 572, 678, 609, 891, 613,
    593, 580, 317, 383, 317, 600, 565, 600, 534, 580, 503, 580, 549, 324, 528, 568, 250, 250, 527,
    272, 873, 568, 560, 580, 580, 367, 487, 351, 568, 492, 768, 507, 499, 464, 343, 314, 343, 600};
constexpr std::array<std::uint16_t, 95> kStrong = {
    236, 309, 471, 656, 600, 960, 713, 260, 337, 337, 556, 600, 299, 402, 299, 437, 600, 600, 600,
    600, 600, 600, 600, 600, 600, 600, 319, 319, 600, 600, 600, 493, 899, 672, 663, 642, 689, 600,
    577, 712, 719, 423, 545, 678, 521, 817, 719, 712, 641, 712, 664, 611, 580, 689, 638, 949, 655,
    632, 599, 329, 437, 329, 600, 559, 600, 559, 600, 513, 600, 558, 350, 545, 588, 275, 275, 562,
    294, 888, 588, 563, 600, 600, 393, 499, 374, 588, 524, 819, 544, 524, 502, 363, 376, 363, 600};

double advance(char32_t c, bool strong) {
  if (c >= 0x20 && c <= 0x7e) return (strong ? kStrong : kRegular)[c - 0x20];
  switch (c) {
    case 0x2013:
      return 588;  // en dash
    case 0x2014:
      return 780;  // em dash
    case 0x00b7:
      return 349;  // middle dot
    case 0x2026:
      return 869;  // ellipsis
    case 0x201c:
    case 0x201d:
      return 517;
    case 0x2018:
    case 0x2019:
      return 292;
    case 0x00b0:
      return 469;
    default:
      return c < 0x2e80 ? 600 : 1000;
  }
}

}  // namespace

char32_t next_code_point(std::string_view s, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
  const unsigned char lead = byte(at++);
  if (lead < 0x80) return lead;
  const int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc2 ? 1 : 0;
  if (more == 0 || at + static_cast<std::size_t>(more) > s.size()) return 0xfffd;
  char32_t c = lead & (0x3f >> more);
  for (int i = 0; i < more; ++i) {
    if ((byte(at) & 0xc0) != 0x80) return 0xfffd;
    c = c << 6 | (byte(at++) & 0x3f);
  }
  return c;
}

double text_width(std::string_view utf8, double size, bool strong) {
  double units = 0;
  for (std::size_t at = 0; at < utf8.size();) units += advance(next_code_point(utf8, at), strong);
  return units * size / 1000;
}

}  // namespace gpusel::view
