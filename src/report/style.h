// How the page looks: light and dark, phones and paper.
#pragma once

namespace g2t::report {

/// Colours of series are Okabe and Ito's, which suit colour-blind readers, lightened for dark screens; dashes
/// distinguish lines without colours.
inline constexpr const char* kStyle = R"css(:root {
  color-scheme: light dark;
  --page: #ffffff; --text: #1b1f24; --quiet: #59636e; --line: #d0d7de; --panel: #f6f8fa; --bad: #a40e26;
  --c0: #000000; --c1: #0072b2; --c2: #d55e00; --c3: #009e73; --c4: #cc79a7; --c5: #b8860b; --c6: #56b4e9; --c7: #6e7781;
}
@media (prefers-color-scheme: dark) { :root {
  --page: #0d1117; --text: #e6edf3; --quiet: #9aa4af; --line: #3d444d; --panel: #161b22; --bad: #ff8182;
  --c0: #ffffff; --c1: #58a6e0; --c2: #ff8c42; --c3: #3ddc97; --c4: #e9a6cb; --c5: #e6c04c; --c6: #8fd3ff; --c7: #8b949e;
} }
@media print { :root {
  color-scheme: light;
  --page: #ffffff; --text: #000000; --quiet: #444444; --line: #bbbbbb; --panel: #ffffff; --bad: #a40e26;
  --c0: #000000; --c1: #0072b2; --c2: #d55e00; --c3: #009e73; --c4: #cc79a7; --c5: #b8860b; --c6: #56b4e9; --c7: #6e7781;
} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 76rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0; }
h2 { font-size: 1.3rem; margin: 2.2rem 0 .4rem; padding-top: .8rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .3rem; }
p { max-width: 44rem; margin: .4rem 0; }
p.verdict { font-size: 1.1rem; font-weight: 600; }
p.note, figcaption { color: var(--quiet); font-size: .9rem; }
nav ul { columns: 16rem; padding-left: 1.2rem; margin: .4rem 0; }
a { color: var(--c1); }
ul.warnings { padding: .6rem 1rem .6rem 2rem; border-left: 4px solid var(--bad); background: var(--panel); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; margin: .4rem 0; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
thead th { border-bottom: 2px solid var(--line); vertical-align: bottom; }
tbody th { font-weight: 500; }
th.number, td.number { text-align: right; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(21rem, 100%), 1fr)); gap: 1rem; align-items: start; }
.small-pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(11rem, 46%), 1fr)); gap: .5rem .8rem; }
.tables { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 0 2rem; align-items: start; }
.tables section { min-width: 0; }
.tables .wide { grid-column: 1 / -1; }
figure { margin: 0; break-inside: avoid; max-width: 34rem; }
figure svg { display: block; width: 100%; height: auto; }
table.facts th, table.facts td { white-space: normal; vertical-align: top; }
details { margin: .4rem 0; }
summary { cursor: pointer; color: var(--c1); }
.legend { display: flex; flex-wrap: wrap; gap: .1rem .9rem; margin: .2rem 0 0; padding: 0; list-style: none; font-size: .82rem; }
.legend li { display: flex; align-items: center; gap: .35rem; }
.legend svg { width: 1.7rem; height: .7rem; flex: none; }
svg text { fill: var(--text); font: 12px system-ui, sans-serif; }
svg .tick { fill: var(--quiet); font-size: 11px; }
svg .grid { stroke: var(--line); stroke-width: .6; }
svg .axis { stroke: var(--quiet); stroke-width: 1; fill: none; }
svg .series { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
svg .main { stroke-width: 3; }
svg .band { stroke: none; opacity: .13; }
svg .dot { stroke: none; }
svg .bars { stroke: none; opacity: .5; }
svg .mark { fill: none; stroke-width: 1.5; }
svg .dashed { stroke-width: 1.1; stroke-dasharray: 3 2; }
svg .points { fill: none; stroke-width: 3; stroke-linecap: round; stroke-opacity: .5; }
.s0 { stroke: var(--c0); fill: var(--c0); } .s1 { stroke: var(--c1); fill: var(--c1); }
.s2 { stroke: var(--c2); fill: var(--c2); } .s3 { stroke: var(--c3); fill: var(--c3); }
.s4 { stroke: var(--c4); fill: var(--c4); } .s5 { stroke: var(--c5); fill: var(--c5); }
.s6 { stroke: var(--c6); fill: var(--c6); } .s7 { stroke: var(--c7); fill: var(--c7); }
thead th:first-child, tbody th { position: sticky; left: 0; background: var(--page); }
@media (max-width: 34rem) {
  table { font-size: .8rem; } th, td { padding: .2rem .35rem; }
  tbody th { white-space: normal; min-width: 6rem; max-width: 9rem; }
  table.facts th { min-width: 5rem; }
}
@media print {
  body { font-size: 10pt; } main { max-width: none; padding: 0; } nav { display: none; }
  .scroll { overflow: visible; } th, td { white-space: normal; padding: .1rem .3rem; }
  h2, h3 { break-after: avoid; }
  details::details-content { content-visibility: visible; display: block; }
  @supports selector(details::details-content) { .first-rows { display: none; } }  /* all rows follow */
}
)css";

}  // namespace g2t::report
