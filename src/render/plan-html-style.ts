/** The style sheet of the HTML report. Marks and words carry the meaning; colours only repeat it. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1d2329; --quiet: #59636e; --paper: #fff; --line: #d3d9e0; --panel: #f5f7f9;
  --good: #12702f; --bad: #b3261e; --change: #7a5200; --link: #0a58ca; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ec; --quiet: #9aa5b1; --paper: #14181c; --line: #37404a;
  --panel: #1c2228; --good: #6fd08c; --bad: #ff8f86; --change: #e8bb5f; --link: #7fb2ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
p { margin: .25rem 0 .75rem; }
.sentence { font-size: 1.05rem; font-weight: 600; }
.quiet, footer { color: var(--quiet); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 600; white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.url, .settings td { overflow-wrap: break-word; min-width: 8rem; max-width: 34rem; }
.settings td.mark, td.mark { min-width: 0; }
td:nth-child(2) { white-space: nowrap; }
footer code { overflow-wrap: anywhere; }
.mark { font-family: ui-monospace, monospace; font-weight: 700; width: 1.5rem; }
code, pre { font: .92em/1.45 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
pre { background: var(--panel); padding: .6rem .8rem; overflow-x: auto; border-radius: .3rem; }
section { border: 1px solid var(--line); border-radius: .4rem; padding: .8rem 1rem; margin: 1rem 0; background: var(--panel); }
ul { margin: 0; padding: 0; list-style: none; }
ins { text-decoration: none; color: var(--good); }
del { color: var(--bad); }
a { color: var(--link); }
.note { border-left: 3px solid var(--change); padding-left: .6rem; }
.submit .mark, tr.added .mark { color: var(--good); }
.resubmit .mark, .repeat .mark, tr.changed .mark { color: var(--change); }
.in-doubt .mark, .blocked .mark, tr.removed .mark { color: var(--bad); }
tr.same .mark { visibility: hidden; }
@media print { section { break-inside: avoid; } }
`
