const SENTENCES = [
  'The lamp burns a thin oil that rises through the wick, which you should soak for ten minutes before.',
  'If the flame smokes, turn it down until the tip is even, and clean the chimney on the next day.',
  'A clean chimney gives a third more light than a dirty one, and the oil lasts a little longer.',
  'The burner has four small screws, and each of them must be tight before you carry the lamp about.',
  'Spare parts are sold in most towns, but the glass is often missing, so keep a second one at home.',
  'The first models were built in 1853 and weighed almost two kilograms, which few people would carry today.',
]

/** Returns a paragraph of the guide, by its number. */
export function lampParagraph(number: number): string {
  const sentences = [0, 1, 2].map((step) => SENTENCES[(number + step) % SENTENCES.length])
  return `<p>${sentences.join(' ')}</p>`
}

const LINKS = Array.from({ length: 12 }, (_, n) => `<li><a href="/s${n}">Side entry ${n}</a></li>`).join('')
const SIDE = `<header><a href="/">Lamps</a><a href="/login">Login</a></header><aside class="sidebar"><ul>${LINKS}</ul></aside>`

/** Returns a page whose text is in `main` or in elements without telling names, with a part between paragraphs and one at the end. */
export function lampPage({ between = '', after = '', isMain = false, head = '' }): string {
  const [open, close] = isMain
    ? ['<main><article>', '</article></main>']
    : ['<div class="a1"><div class="b2">', '</div></div>']
  const text = [0, 1].map((n) => lampParagraph(n)).join('')
  const rest = [3, 4].map((n) => lampParagraph(n)).join('')
  return `<html><head><title>Lamp guide</title>${head}</head><body>${SIDE}${open}<h1>Lamp guide</h1>${text}<h2>Before you start</h2>${lampParagraph(2)}${between}${lampParagraph(5)}<h2>After that</h2>${rest}${after}${close}<footer>Imprint</footer></body></html>`
}
