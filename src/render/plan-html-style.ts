import { pageStyle } from '../util/page-style.ts'

/** The style sheet of the HTML report of a plan. */
export const reportStyle: string = `${pageStyle}.sentence { font-size: 1.05rem; }
.budget meter { width: min(20rem, 100%); height: 1rem; vertical-align: -.15rem; margin-right: .5rem; }
.over { color: var(--bad); font-weight: 600; }
.badge { display: inline-block; border-radius: 1rem; padding: 0 .6rem; font-size: .85rem; font-weight: 600;
  white-space: nowrap; background: var(--calm-ground); }
.badge.submit { color: var(--good); background: var(--good-ground); }
.badge.resubmit, .badge.repeat { color: var(--change); background: var(--change-ground); }
.badge.in-doubt, .badge.blocked { color: var(--bad); background: var(--bad-ground); }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
tbody tr:last-child td { border-bottom: 0; }
th { color: var(--quiet); font-size: .85rem; font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; padding-right: 0; }
.credits, .run { padding-left: .75rem; }
.overview td.run { min-width: 8rem; }
.overview td:first-child { white-space: nowrap; }
.overview th { white-space: nowrap; }
.overview td:nth-child(2) { font-weight: 600; min-width: 9rem; }
.overview td:nth-child(3) { min-width: 16rem; }
section { border: 1px solid var(--line); border-radius: .5rem; margin: 1rem 0; overflow: hidden; }
section > header { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; padding: .65rem 1rem;
  background: var(--panel); }
section > header .quiet { flex-basis: 100%; }
section > :not(header) { margin: .5rem 1rem; }
section > table { width: calc(100% - 2rem); }
.settings td:nth-child(2) { width: 30%; }
.settings td:last-child { width: 28%; color: var(--quiet); }
.settings tr.default td { color: var(--quiet); }
.mark { width: 1.5rem; padding-right: .5rem; font: 700 .9em/1.5 ui-monospace, Menlo, Consolas, monospace; }
tr.added .mark { color: var(--good); }
tr.removed .mark { color: var(--bad); }
tr.changed .mark { color: var(--change); }
ul { margin: 0; padding: 0; list-style: none; }
ins, del { text-decoration: none; border-radius: .2rem; padding: 0 .2rem; }
ins { color: var(--good); background: var(--good-ground); }
del { color: var(--bad); background: var(--bad-ground); }
.note { border-left: 3px solid var(--change); padding: .1rem 0 .1rem .7rem; }
.warning { border-left: 3px solid var(--bad); padding: .1rem 0 .1rem .7rem; margin: .6rem 0; }
footer { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: .75rem; font-size: .95em; }
@media (max-width: 44rem) {
  main { padding: 1.25rem .9rem 2rem; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, td { display: block; }
  .settings td:nth-child(2), .settings td:last-child { width: auto; }
  .settings td:nth-child(2) { font-weight: 600; }
  tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  tbody tr:last-child { border-bottom: 0; }
  td, .number, .run { border: 0; padding: 0; text-align: left; }
  td:empty { display: none; }
  .settings tr { display: grid; grid-template-columns: 1.25rem 1fr; }
  .settings tr td { grid-column: 2; }
  .settings tr td.mark { grid-area: 1 / 1; width: auto; padding: 0; }
  .overview .number::before { content: "at most "; }
  .overview .number::after { content: " pages"; }
  .overview .credits::after { content: " credits"; }
  .overview .run::before { content: "last run "; }
}
@media print { section { break-inside: avoid; } main { max-width: none; } }
`
