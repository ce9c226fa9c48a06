#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/inputs.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::string wrong = gpusel::fuzz::check_readers(bytes);
  if (wrong.empty()) wrong = gpusel::fuzz::check_estimate(bytes);
  if (wrong.empty()) return 0;
  std::fprintf(stderr, "%s\n", wrong.c_str());
  std::abort();
}
