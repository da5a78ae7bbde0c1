/**
 * The style that all our HTML pages share. Marks and words carry the meaning; colours only repeat it. Text has a contrast of at
 * least 4.5 (WCAG 2.2, 1.4.3) on each of its backgrounds, light and dark; tests measure it.
 */
export const pageStyle: string = `
:root { color-scheme: light dark; --ink: #1b2127; --quiet: #57616c; --paper: #fff; --line: #d8dee4; --panel: #f6f8fa;
  --good: #116329; --good-ground: #dafbe1; --bad: #a40e26; --bad-ground: #ffebe9; --change: #7a4a00; --change-ground: #fff4d6;
  --calm-ground: #e9edf1; --link: #0a53b8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaee; --quiet: #9da7b2; --paper: #12161b; --line: #343c45;
  --panel: #191f26; --good: #7ee09a; --good-ground: #12331e; --bad: #ff9d94; --bad-ground: #411a1a; --change: #f0c674;
  --change-ground: #392c0d; --calm-ground: #2a313a; --link: #86b7ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", Roboto, sans-serif;
  overflow-wrap: anywhere; }
main { max-width: 70rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .4rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0; }
p { margin: .35rem 0; }
a { color: var(--link); }
code, pre { font: .9em/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; padding: .7rem .9rem; margin: .4rem 0;
  white-space: pre-wrap; }
.quiet, footer { color: var(--quiet); }
`
