#include "html_page.hpp"

#include "svg_parts.hpp"

namespace cli {

namespace {

const char* const page_style = R"(
:root { color-scheme: light dark; --ink: #1c2026; --soft: #5b6470; --line: #d8dde3; --paper: #fff; --mark: #eef5ff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #a2abb6; --line: #353b44; --paper: #14171b; --mark: #1d2a3a; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
p, caption { color: var(--soft); } .stop { color: #b3261e; font-weight: 600; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .35rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child, td.text, th.text { text-align: left; } tr.best td { background: var(--mark); font-weight: 600; }
figure { margin: 1rem 0; } svg { width: 100%; height: auto; } .pair { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); }
@media print { body { margin: 0; max-width: none; } h2, figure { break-inside: avoid; } }
)";

}  // namespace

std::string html_table(const std::vector<std::vector<std::string>>& rows, std::size_t best, bool text_last) {
  const std::size_t width = rows[0].size();
  std::string html = "<div class=scroll><table><thead><tr>";
  for (std::size_t i = 0; i < width; ++i)
    html += std::string("<th scope=col") + (text_last && i + 1 == width ? " class=text>" : ">") +
            xml_text(rows[0][i]);
  html += "</tr></thead><tbody>\n";
  for (std::size_t r = 1; r < rows.size(); ++r) {
    html += r == best ? "<tr class=best>" : "<tr>";
    const std::size_t cells = rows[r].size();
    for (std::size_t i = 0; i < cells; ++i) {
      const bool text = i + 1 == cells && (text_last || cells < width);
      html += text ? "<td class=text colspan=" + std::to_string(width - i) + ">" : "<td>";
      html += xml_text(rows[r][i]) + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string html_page(const EvaluationContext& context, const std::string& body) {
  return "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
         "<meta name=viewport content=\"width=device-width, initial-scale=1\">"
         "<title>tanda: " +
         xml_text(context.data) + "</title><style>" + page_style + "</style></head><body>\n<h1>" +
         xml_text(context.data) + "</h1>\n<p>" + xml_text(context.what) + ". " + xml_text(context.split) +
         ". " + xml_text(context.note) + "</p>\n" + body + "</body></html>\n";
}

}  // namespace cli
