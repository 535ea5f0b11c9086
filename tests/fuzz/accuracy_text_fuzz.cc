// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "submission/accuracy_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<std::string> kMetrics = {
      "acc",     "mAP",        "F1",        "F1_HIERARCHICAL", "ACCURACY",    "DICE",    "E2E_ACCURACY",
      "ROUGE1",  "ROUGEL",     "ROUGELSUM", "GEN_LEN",         "exact_match", "DLRM_NE", "TOKENS_PER_SAMPLE",
      "unknown", "CLIP_SCORE", "DLRM_AUC"};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto document = mlperf::submission::parse_accuracy_text(text, "accuracy.txt", kMetrics);
  const auto bytes = document.bytes.view();
  for (const auto& metric : document.value.metrics) {
    if (metric.at.line == 0 || metric.at.byte > bytes.size()) std::abort();
    if (metric.text.data() < bytes.data() ||
        metric.text.data() + metric.text.size() > bytes.data() + bytes.size()) {
      std::abort();
    }
  }
  return 0;
}
