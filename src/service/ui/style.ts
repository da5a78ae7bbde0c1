import { pageStyle } from '../../util/page-style.ts'

/** The style sheet of the service's pages. Signs and words carry the meaning; colours only repeat it. */
export const style: string = `${pageStyle}
main { padding-top: 1.25rem; }
.top { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; align-items: center;
  padding: .75rem max(1.25rem, calc((100% - 70rem) / 2 + 1.25rem)); border-bottom: 1px solid var(--line); }
.top a { font-weight: 600; }
button, input, select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--quiet); border-radius: .35rem;
  padding: .3rem .7rem; }
button { background: var(--panel); cursor: pointer; }
button.plain { border: 0; background: none; padding: 0; color: var(--link); text-decoration: underline; }
button.grave { color: var(--bad); border-color: var(--bad); background: var(--bad-ground); font-weight: 600; }
::placeholder { color: var(--quiet); opacity: 1; }
.sign-in + .ask { margin-top: 1.25rem; max-width: 40rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 1px; }
#connection:not(:empty), .alert { border-left: 3px solid var(--bad); padding: .1rem 0 .1rem .7rem; }
.note { border-left: 3px solid var(--change); padding: .1rem 0 .1rem .7rem; }
.badge { display: inline-block; border-radius: 1rem; padding: 0 .65rem; font-size: .85rem; font-weight: 600; white-space: nowrap;
  background: var(--calm-ground); }
.badge.completed { color: var(--good); background: var(--good-ground); }
.badge.running { color: var(--change); background: var(--change-ground); }
.badge.failed { color: var(--bad); background: var(--bad-ground); }
ul, ol { margin: .5rem 0; padding: 0; list-style: none; }
.jobs li, .rows li { border-bottom: 1px solid var(--line); padding: .6rem 0; }
.rows li { padding: .35rem 0; }
.jobs li:last-child, .rows li:last-child { border-bottom: 0; }
.jobs a { font-weight: 600; }
.facts { display: flex; flex-wrap: wrap; gap: .1rem 1rem; align-items: center; font-variant-numeric: tabular-nums; }
.rows .facts { justify-content: space-between; flex-wrap: nowrap; }
.rows .facts > :last-child { flex: none; }
progress { width: min(14rem, 100%); height: .8rem; accent-color: var(--link); }
#summary progress { width: 100%; height: 1rem; margin: .5rem 0; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem 1.25rem; margin: .75rem 0;
  align-items: baseline; }
dt { color: var(--quiet); }
dd { margin: 0; font-variant-numeric: tabular-nums; }
.parts { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .5rem 0; }
.ask summary { cursor: pointer; color: var(--link); width: max-content; }
.ask form { margin: .6rem 0; }
.sign-in { max-width: 26rem; }
.sign-in label { display: grid; gap: .25rem; font-weight: 600; margin: .75rem 0; }
.search { display: flex; flex-wrap: wrap; gap: .5rem .9rem; align-items: center; margin: .6rem 0; }
.search label { display: flex; gap: .4rem; align-items: center; }
.search [type="search"] { flex: 1; min-width: 8rem; }
.error { color: var(--bad); font-weight: 600; }
.both { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 1.5rem; }
.both h2 { margin-top: 1rem; }
.rendered { border: 1px solid var(--line); border-radius: .4rem; padding: .2rem .9rem; margin: .4rem 0; }
.rendered ul, .rendered ol { list-style: revert; padding-left: 1.6rem; }
.rendered blockquote { border-left: 3px solid var(--line); margin: .6rem 0; padding: 0 .9rem; color: var(--quiet); }
.rendered h3 { font-size: 1.25rem; margin: .9rem 0 .3rem; }
.rendered h4 { font-size: 1.1rem; margin: .9rem 0 .3rem; }
.rendered h5, .rendered h6 { font-size: 1rem; margin: .8rem 0 .3rem; }
.rendered table { border-collapse: collapse; display: block; overflow-x: auto; margin: .6rem 0; }
.rendered th, .rendered td { overflow-wrap: break-word; border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
.rendered td:last-child { min-width: 10rem; }
.rendered pre { white-space: pre; overflow-x: auto; }
.picture { border: 1px dashed var(--quiet); border-radius: .3rem; padding: 0 .4rem; color: var(--quiet); font-size: .9em; }
.narrow { display: none; }
.both pre, .rendered { max-height: 80vh; overflow: auto; }
.code { font: .9em ui-monospace, Menlo, Consolas, monospace; }
@media (max-width: 52rem) {
  .both { grid-template-columns: minmax(0, 1fr); }
  .narrow { display: inline; }
  .rendered { max-height: none; }
}
@media (max-width: 30rem) {
  h1 { font-size: 1.25rem; }
  .rows .facts { flex-wrap: wrap; }
  .top, main { padding-left: .8rem; padding-right: .8rem; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: .4rem; }
}
`
