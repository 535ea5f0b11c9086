// SPDX-License-Identifier: Apache-2.0
#include "output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"

namespace mlperf::cmd {

int fail(std::string_view reason) {
  fmt::print(stderr, "mlperf-audit: {}\n", reason);
  return kExitFailure;
}

bool write_output(std::string_view text, const std::string& file) {
  if (!file.empty()) {
    const auto problem = base::write_file_atomically(file, text);
    if (!problem.empty()) fail(problem);
    return problem.empty();
  }
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
    return true;
  if (errno != EPIPE) fail(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
  return false;
}

bool colour_wanted(Colour colour, bool to_file) {
  if (colour != Colour::automatic) return colour == Colour::always;
  const char* no_colour = std::getenv("NO_COLOR");
  return !to_file && (no_colour == nullptr || *no_colour == '\0') && isatty(STDOUT_FILENO) == 1;
}

bool ascii_terminal() {
  if (isatty(STDOUT_FILENO) != 1) return false;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const auto locale = base::lower(value);
    return !base::contains(locale, "utf-8") && !base::contains(locale, "utf8");
  }
  return true;
}

std::size_t terminal_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) != 1 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

std::string names_a_file(const std::string& name) {
  return name.empty() ? "the name of the file is empty" : "";
}

}  // namespace mlperf::cmd
