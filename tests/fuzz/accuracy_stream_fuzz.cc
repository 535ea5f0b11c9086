// SPDX-License-Identifier: Apache-2.0
// Any bytes as a whole accuracy log: records stand where they say, `valid_json` is what another JSON parser
// says, the short way through an entry gives what the long way gives, and a log without fault has the entries
// that the reader of both ends sees.
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "mllog/accuracy_element.h"
#include "mllog/accuracy_stream.h"
#include "mllog/hex.h"

namespace {

using namespace mlperf;

void require(bool good) {
  if (!good) std::abort();
}

// nlohmann-json refuses numbers beyond a double, takes a byte order mark, ends at a zero byte and knows no
// depth.
bool comparable(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '{') ++depth;
    const bool digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    if (text[i] == '\0') return false;
    if (digit && i + 1 < text.size() && (text[i + 1] == 'e' || text[i + 1] == 'E')) return false;
  }
  return depth < 60 && text.size() < 300 && !text.starts_with('\xEF');
}

void check_entry(std::string_view text) {
  const std::string padded = std::string(text) + std::string(64, '7');
  mllog::AccuracyElement usual;
  if (!mllog::read_usual_entry(std::string_view(padded).substr(0, text.size()), usual)) return;
  mllog::AccuracyElement any;
  require(mllog::read_accuracy_element(text, any) == mllog::ElementOutcome::read && any.wrong.empty());
  require(usual.seq_id == any.seq_id && usual.qsl_idx == any.qsl_idx && usual.data == any.data &&
          usual.token_data == any.token_data && usual.token_count == any.token_count &&
          usual.fields == any.fields && usual.end == any.end);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  mllog::AccuracyStreamOptions options;
  options.cut = {96, 96, "\n\n...\n\n"};
  std::uint64_t last = 0;
  std::uint64_t entries = 0;
  std::vector<std::uint8_t> bytes;
  const auto document =
      mllog::stream_accuracy_text(text, "log", options, [&](const mllog::AccuracyRecord& record) {
        require(record.at.byte >= last && text.at(record.at.byte) == '{');
        require(text.substr(record.data_byte, record.data.size()) == record.data);
        require(mllog::decode_hex(record.data, bytes) && bytes.size() * 2 == record.data.size());
        check_entry(text.substr(record.at.byte));
        last = record.at.byte;
        ++entries;
      });
  const auto& log = document.value;
  require(log.entries == entries);
  require(!log.valid_json || !log.cut);
  require(document.state != base::ReadState::read || log.valid_json || log.cut ||
          !document.issues.empty());  // a byte order mark
  if (comparable(text) && !log.cut)
    require(log.valid_json == (nlohmann::json::accept(text) && text.find('[') < text.find_first_of("{\"")));
  const auto facts = mllog::parse_accuracy_log_facts(text, "log", options.cut);
  if (document.state == base::ReadState::read && facts.value.shape == mllog::AccuracyLogShape::whole)
    require(facts.value.visible.size() == entries);
  return 0;
}
