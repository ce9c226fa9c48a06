#include "ui/app/embedded_fonts.hpp"

#ifdef GPUSEL_HAS_FONTS
#include "generated/gpusel_app.hpp"
#endif

namespace gpusel::app {

#ifdef GPUSEL_HAS_FONTS
std::string_view latin_font(bool semibold) { return semibold ? assets::font_latin_600() : assets::font_latin_400(); }
std::string_view language_name_font() { return assets::font_language_name(); }
#else
std::string_view latin_font(bool) { return {}; }
std::string_view language_name_font() { return {}; }
#endif

#ifdef GPUSEL_HAS_CHINESE_FONT
std::string_view chinese_font(bool semibold) { return semibold ? assets::font_zh_600() : assets::font_zh_400(); }
#else
std::string_view chinese_font(bool) { return {}; }
#endif

}  // namespace gpusel::app
