// SPDX-License-Identifier: Apache-2.0
// The system description: what it must say, and whether it agrees with the folder it lies in. Once a file.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "audit/checks.h"
#include "audit/file_findings.h"
#include "audit/folded.h"
#include "audit/json_fields.h"
#include "audit/system_internal.h"
#include "base/text.h"

namespace mlperf::audit {

bool has_content(const base::JsonMember* member) {
  return member && content_of(member->value) == Content::filled;
}

bool is_judged(const SystemEvidence& system) {
  return system.description.usable() && system.description.value.is_object();
}

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

namespace {

void check_readable(const SystemEvidence& system, const SystemContext&, const rules::Round&, Findings& out) {
  const submission::JsonDocument& description = system.description;
  report_file_oddities(description, out);
  if (description.state == base::ReadState::empty) {
    out.claim("file-json-readable", Level::stated);
    out.report("file-json-readable", "empty").at(description.path);
    return;
  }
  report_json_object(description, out);
}

// The value of a field that must be one of a few, when it is there at all.
const base::JsonMember* stated(const SystemEvidence& system, std::string_view name) {
  if (!is_judged(system)) return nullptr;
  const base::JsonMember* member = find_member(system.description.value, name);
  return member && content_of(member->value) != Content::none ? member : nullptr;
}

bool is_one_of(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void check_status(const SystemEvidence& system, const SystemContext&, const rules::Round& round,
                  Findings& out) {
  const base::JsonMember* status = stated(system, "status");
  if (!status) return;
  out.claim("system-status", Level::stated);
  const bool text = status->value.kind == base::JsonKind::string;
  if (text && is_one_of(round.availability_statuses(), base::lower(status->value.text))) return;
  const bool blanks =
      text && is_one_of(round.availability_statuses(), base::lower(base::trim(status->value.text)));
  out.report("system-status", blanks ? "blanks" : "default")
      .at(system.path, status->at)
      .found(status->value.display())
      .expected(joined(round.availability_statuses()));
}

void check_type(const SystemEvidence& system, const SystemContext& context, const rules::Round& round,
                Findings& out) {
  const base::JsonMember* type = stated(system, "system_type");
  if (!type) return;
  out.claim("system-type", Level::stated);
  const bool known =
      type->value.kind == base::JsonKind::string && is_one_of(round.system_types(), type->value.text);
  if (!known) {
    out.report("system-type")
        .at(system.path, type->at)
        .found(type->value.display())
        .expected(joined(round.system_types()))
        .with("types", fmt::format("{}", fmt::join(round.system_types(), "; ")));
    return;
  }
  if (context.division != "network") return;
  out.claim("structure-category-network", Level::stated);
  if (type->value.text != round.network_only_category())
    out.report("structure-category-network")
        .at(system.path, type->at)
        .found(type->value.text)
        .expected(std::string(round.network_only_category()));
}

void check_folder(const SystemEvidence& system, const std::string& field, const std::string& folder,
                  std::string_view rule, Findings& out) {
  const base::JsonMember* member = stated(system, field);
  if (!member || folder.empty() || folder == "-") return;
  out.claim(rule, Level::cross_checked);
  if (base::equal_no_case(member->value.display(), folder)) return;
  out.report(rule)
      .at(system.path, member->at)
      .level(Level::cross_checked)
      .found(member->value.display())
      .expected(folder);
}

void check_submitter(const SystemEvidence& system, const SystemContext& context, const rules::Round&,
                     Findings& out) {
  check_folder(system, "submitter", context.submitter, "system-submitter", out);
}

void check_division(const SystemEvidence& system, const SystemContext& context, const rules::Round&,
                    Findings& out) {
  check_folder(system, "division", context.division, "system-division", out);
}

void check_network(const SystemEvidence& system, const SystemContext& context, const rules::Round& round,
                   Findings& out) {
  if (!is_judged(system)) return;
  const nlohmann::json& group = round.group("system_description");
  const std::string field = group.value("network_flag_field", "");
  const base::JsonMember* member = find_member(system.description.value, field);
  const std::optional<bool> flag = member ? flag_of(member->value) : std::optional<bool>(false);
  if (!flag) {
    out.report("system-network-fields", "unclear")
        .at(system.path, member->at)
        .found(member->value.display())
        .with("field", field);
    return;
  }
  const nlohmann::json required = group.value("network_required_by_division", nlohmann::json::object());
  if (const auto wanted = required.find(context.division); wanted != required.end() && wanted->is_boolean()) {
    out.claim("system-network-division", Level::cross_checked);
    if (*flag != wanted->get<bool>())
      out.report("system-network-division", *flag ? "default" : "not-network")
          .at(system.path, member ? member->at : base::Position{})
          .level(Level::cross_checked)
          .found(member ? member->value.display() : std::string())
          .expected(wanted->get<bool>() ? "true" : "false")
          .with("field", field);
  }
  if (!*flag) return;
  out.claim("system-network-fields", Level::stated);
  std::vector<std::string> missing;
  for (const std::string& name : names_in(group, "network_fields"))
    if (!has_content(find_member(system.description.value, name))) missing.push_back(name);
  // Where the division forbids a network system, that is the finding.
  const bool forbidden = required.value(context.division, true) == false;
  if (!missing.empty() && !forbidden)
    out.report("system-network-fields")
        .at(system.path, member->at)
        .expected(joined(missing))
        .with("missing", joined(missing));
}

constexpr std::array kChecks = {
    SystemCheck{"check_readable", check_readable},
    SystemCheck{"check_required_fields", check_required_fields},
    SystemCheck{"check_empty_fields", check_empty_fields},
    SystemCheck{"check_status", check_status},
    SystemCheck{"check_type", check_type},
    SystemCheck{"check_submitter", check_submitter},
    SystemCheck{"check_division", check_division},
    SystemCheck{"check_network", check_network},
    SystemCheck{"check_counts", check_counts},
    SystemCheck{"check_total_accelerators", check_total_accelerators},
    SystemCheck{"check_placeholders", check_placeholders},
    SystemCheck{"check_power_fields", check_power_fields},
    SystemCheck{"check_nameplate_power", check_nameplate_power},
};

}  // namespace

std::span<const SystemCheck> system_checks() {
  return kChecks;
}

}  // namespace mlperf::audit
