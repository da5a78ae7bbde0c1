import { pageStyle } from '../util/page-style.ts'

/** The style sheet of the page. Signs and words carry the meaning; colours only repeat it. */
export const explorerStyle: string = `${pageStyle}
main { max-width: 90rem; padding: 1.25rem 1.25rem 2rem; }
button, input, select, textarea { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--quiet);
  border-radius: .35rem; padding: .25rem .6rem; font-weight: 400; }
button { background: var(--panel); cursor: pointer; }
::placeholder { color: var(--quiet); opacity: 1; }
button:disabled { color: var(--quiet); border-color: var(--line); cursor: default; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 1px; }
[aria-invalid] { border-color: var(--bad); border-width: 2px; }
.summary { font-size: 1.1rem; font-weight: 600; }
.note { border-left: 3px solid var(--change); padding: .1rem 0 .1rem .7rem; }
.panes { display: grid; grid-template-columns: minmax(0, 1fr) minmax(17rem, 22rem); gap: 1.5rem; margin-top: 1rem; }
form { display: grid; gap: .75rem; align-content: start; }
form label { display: grid; gap: .2rem; font-weight: 600; }
form label span { font-weight: 400; color: var(--quiet); font-size: .9em; }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: .35rem; min-width: 0; }
legend { padding: 0; font-weight: 600; margin-bottom: .2rem; }
form label.switch { display: block; font-weight: 400; padding-left: 1.6rem; }
.switch input { margin: 0 .4rem 0 -1.6rem; width: 1.1rem; height: 1.1rem; vertical-align: -.15rem; accent-color: var(--link); }
.switch b { font: .9em ui-monospace, Menlo, Consolas, monospace; }
.narrow { display: none; }
.stale .summary, .stale #kinds .kind, .stale #tree, .stale #tree span { color: var(--quiet); }
.stale .summary, .stale #tree { font-style: italic; }
.stale #tree, .stale #kinds .kind { border-style: dashed; background: var(--panel); }
.stale .row { background: var(--panel); }
textarea { font: .9em/1.5 ui-monospace, Menlo, Consolas, monospace; resize: vertical; min-height: 4.5rem; width: 100%;
  white-space: pre; overflow-x: auto; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; align-items: end; }
.pair input { width: 100%; }
.actions, .tools, #kinds { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.actions p, .tools p { margin: 0; }
#problems { color: var(--bad); margin: 0; padding-left: 1.1rem; }
#yaml { max-height: 16rem; overflow: auto; margin: 0; white-space: pre; }
.found { display: grid; gap: .6rem; align-content: start; min-width: 0; }
.tools label { flex: 1 1 14rem; display: flex; gap: .5rem; align-items: center; font-weight: 600; }
#search { flex: 1; min-width: 6rem; }
.kind { border-radius: 1rem; padding: .05rem .65rem; font-size: .9rem; font-variant-numeric: tabular-nums; }
.kind[aria-pressed="true"] { background: var(--ink); color: var(--paper); border-color: var(--ink); }
#tree { border: 1px solid var(--line); border-radius: .4rem; height: max(18rem, 60vh); overflow: auto; position: relative; }
#rows { position: relative; overflow: hidden; }
.row { position: absolute; left: 0; right: 0; height: 30px; line-height: 30px; display: flex; gap: .5rem; padding-right: .6rem;
  white-space: nowrap; cursor: default; background: var(--paper); }
.row.active { background: var(--calm-ground); }
#tree:focus-visible .row.active { outline: 2px solid var(--link); outline-offset: -2px; }
.fold, .sign { flex: none; width: 1rem; text-align: center; }
.sign { font-weight: 700; }
.label { overflow: hidden; text-overflow: ellipsis; min-width: 3rem; }
.counts { margin-left: auto; flex: none; font-size: .85rem; font-variant-numeric: tabular-nums; }
.in { color: var(--good); }
.out { color: var(--quiet); }
.failed, .goes { color: var(--bad); }
.comes { color: var(--change); }
.goes, .comes { font-weight: 600; }
.kind.in, .kind.out, .kind.failed { color: inherit; }
.kind[aria-pressed="true"].in, .kind[aria-pressed="true"].out, .kind[aria-pressed="true"].failed { color: var(--paper); }
#no-rows { padding: 1rem; margin: 0; }
#details { border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .9rem; min-height: 7rem; }
.verdict { font-weight: 700; }
.rules { padding: 0; margin: .4rem 0 0; list-style: none; }
summary { cursor: pointer; }
dialog { background: var(--paper); color: var(--ink); border: 1px solid var(--quiet); border-radius: .5rem; max-width: min(60rem, 94vw);
  width: 60rem; }
dialog h2 { margin: 0 0 .5rem; }
dialog::backdrop { background: #000a; }
dialog pre { max-height: 50vh; overflow: auto; }
dialog ins, dialog del { display: block; text-decoration: none; }
dialog ins { color: var(--good); background: var(--good-ground); }
dialog del { color: var(--bad); background: var(--bad-ground); }
[hidden] { display: none !important; }
@media (max-width: 52rem) {
  main { padding: .9rem .8rem 1.5rem; }
  .panes { grid-template-columns: minmax(0, 1fr); gap: 1rem; }
  #tree { height: max(14rem, 50vh); }
  .narrow { display: inline; }
}
@media (max-width: 24rem) { .pair { grid-template-columns: minmax(0, 1fr); } .counts { font-size: .8rem; } }
@media print { #tree { height: auto; } }
`
