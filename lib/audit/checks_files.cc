// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <fmt/format.h>

#include "audit/checks_internal.h"
#include "audit/documents.h"
#include "audit/file_findings.h"
#include "audit/folded.h"
#include "base/text.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

std::string_view encoding_variant(base::IssueKind kind) {
  switch (kind) {
    case base::IssueKind::byte_order_mark:
      return "byte-order-mark";
    case base::IssueKind::utf16:
      return "utf16";
    case base::IssueKind::invalid_utf8:
      return "invalid-utf8";
    default:
      return {};
  }
}

// UTF-16 files begin with a byte order mark too; the encoding is what to say then.
int encoding_weight(base::IssueKind kind) {
  switch (kind) {
    case base::IssueKind::utf16:
      return 3;
    case base::IssueKind::invalid_utf8:
      return 2;
    case base::IssueKind::byte_order_mark:
      return 1;
    default:
      return 0;
  }
}

void report_encoding(const std::string& path, std::span<const base::ReadIssue> issues, Findings& out) {
  const base::ReadIssue* worst = nullptr;
  for (const base::ReadIssue& issue : issues)
    if (encoding_weight(issue.kind) > (worst ? encoding_weight(worst->kind) : 0)) worst = &issue;
  if (!worst) return;
  base::Position at = worst->at;
  if (at.line == 0) at.line = 1;
  out.report("file-encoding", encoding_variant(worst->kind)).at(path, at).with("detail", worst->detail);
}

void report_too_much(const std::string& path, const base::ReadIssue& issue, Findings& out) {
  out.report("file-too-much").at(path, issue.at).with("detail", issue.detail);
}

// A text whose reader had to leave figures out; nothing else damages such a text.
template <class Text>
void report_full_text(const base::Document<Text>& document, Findings& out) {
  if (document.state != base::ReadState::damaged || document.issues.empty()) return;
  report_too_much(document.path, document.issues.back(), out);
}

// Settings and summary lines beyond those that are kept are its only damaged lines.
template <class Lines>
void report_full_lines(const base::Document<Lines>& document, Findings& out) {
  for (const base::ReadIssue& issue : document.issues) {
    if (issue.kind != base::IssueKind::damaged_line) continue;
    report_too_much(document.path, issue, out);
    return;
  }
}

template <class Content>
void report_left_out(const base::Document<Content>&, Findings&) {}
void report_left_out(const base::Document<submission::AccuracyText>& document, Findings& out) {
  report_full_text(document, out);
}
void report_left_out(const base::Document<submission::VerifyText>& document, Findings& out) {
  report_full_text(document, out);
}
void report_left_out(const base::Document<mllog::Conf>& document, Findings& out) {
  report_full_lines(document, out);
}
void report_left_out(const base::Document<mllog::SummaryLog>& document, Findings& out) {
  report_full_lines(document, out);
}

void report_control_characters(const std::string& path, std::span<const base::ReadIssue> issues,
                               Findings& out) {
  Folded folded(out, "file-control-characters");
  for (const base::ReadIssue& issue : issues) {
    if (issue.kind != base::IssueKind::control_character) continue;
    const std::string quoted = base::printable(issue.detail);
    if (Reported* reported = folded.add("default", path, issue.at, quoted)) reported->found(quoted);
  }
}

void report_repeated_keys(const submission::JsonDocument& document, Findings& out) {
  Folded folded(out, "file-json-duplicate-key");
  for (const base::ReadIssue& issue : document.issues) {
    if (issue.kind != base::IssueKind::duplicate_key) continue;
    Reported* reported = folded.add("default", document.path, issue.at, issue.detail);
    if (!reported) continue;
    reported->found(issue.detail)
        .with("key", issue.detail)
        .with("line", fmt::format("{}", issue.at.line))
        .with("first_line", fmt::format("{}", issue.related.line))
        .also(document.path, issue.related, issue.detail);
  }
}

}  // namespace

void report_file_oddities(const std::string& path, std::span<const base::ReadIssue> issues, Findings& out) {
  report_encoding(path, issues, out);
  report_control_characters(path, issues, out);
}

bool report_json_object(const submission::JsonDocument& document, Findings& out) {
  if (!document.exists() || document.state == base::ReadState::empty) return false;
  out.claim("file-json-readable", Level::stated);
  if (document.state == base::ReadState::unreadable) {
    out.report("file-json-readable", "unreadable").at(document.path).with("reason", document.reason);
    return false;
  }
  for (const base::ReadIssue& issue : document.issues) {
    if (issue.kind != base::IssueKind::syntax) continue;
    out.report("file-json-readable")
        .at(document.path, issue.at)
        .with("line", fmt::format("{}", issue.at.line))
        .with("column", fmt::format("{}", issue.column))
        .with("detail", issue.detail);
    return false;
  }
  out.claim("file-json-duplicate-key", Level::stated);
  report_repeated_keys(document, out);
  if (!document.value.is_object()) {
    out.report("file-json-readable", "not-an-object").at(document.path, document.value.at);
    return false;
  }
  return true;
}

void report_odd_files(const std::vector<OddFile>& files, const rules::Round& round, Findings& out) {
  out.claim("structure-file-size", Level::stated);
  std::map<std::string_view, Folded> folded;
  for (const OddFile& file : files) {
    if (file.why == OddFile::Why::large) {
      out.report("structure-file-size")
          .at(file.path)
          .found(file.size)
          .expected(round.file_size_limit_bytes())
          .with("size", base::human_bytes(file.size))
          .with("limit", base::human_bytes(round.file_size_limit_bytes()));
      continue;
    }
    const std::string name = file.path.substr(file.path.rfind('/') + 1);
    const bool link = file.why == OddFile::Why::link;
    const std::string_view variant = link                                      ? "link"
                                     : file.why == OddFile::Why::blank_in_name ? "blank-in-name"
                                                                               : "leading-dot";
    Folded& of_kind = folded.try_emplace(variant, out, "structure-file-size").first->second;
    if (Reported* reported = of_kind.add(variant, file.path, {}, link ? file.target : name))
      reported->found(link ? file.target : name).with("name", name);
  }
}

void check_odd_result_files(const Evidence& evidence, const rules::Round& round, Findings& out) {
  report_odd_files(evidence.odd_files, round, out);
}

void check_file_encoding(const Evidence& evidence, const rules::Round&, Findings& out) {
  for (const std::string_view rule : {"file-encoding", "file-too-much", "file-control-characters"}) {
    out.claim(rule, Level::stated);
  }
  visit_documents(evidence, [&](const auto& document) {
    report_file_oddities(document, out);
    report_left_out(document, out);
  });
}

// An unreadable measurements.json is reported with the required files.
void check_file_json(const Evidence& evidence, const rules::Round&, Findings& out) {
  if (evidence.measurements.usable()) report_json_object(evidence.measurements, out);
}

}  // namespace mlperf::audit
