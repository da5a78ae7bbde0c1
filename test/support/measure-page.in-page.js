// Runs in a page: colours as computed, places as laid out. What it gives is PageMeasures of measure-page.ts.
;(() => {
  const faint = []
  let texts = 0
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (text === '' || parent === null || !parent.checkVisibility() || parent.closest('meter') !== null)
      continue
    texts += 1
    const ratio = contrast(parseColour(getComputedStyle(parent).color), groundOf(parent))
    if (ratio < 4.5) faint.push(`${ratio.toFixed(2)}: ${text.slice(0, 60)}`)
  }
  const { clientWidth, scrollWidth } = document.documentElement
  const beyond = [...document.querySelectorAll('body *')]
    .filter((element) => element.closest('thead') === null)
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
    .map((element) => `${element.tagName} ${element.textContent?.slice(0, 60) ?? ''}`)
  if (scrollWidth > clientWidth) beyond.push(`the page is ${scrollWidth} wide`)
  return { texts, faint, beyond }

  function parseColour(css) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (css.match(/[\d.]+/g) ?? []).map(Number)
    return [red, green, blue, alpha]
  }

  /** The first ground that hides what is below it; the browser's own is white or black by scheme. */
  function groundOf(element) {
    for (let below = element; below !== null; below = below.parentElement) {
      const colour = parseColour(getComputedStyle(below).backgroundColor)
      if (colour[3] === 1) return colour
    }
    throw new Error('the page has no ground of its own')
  }

  function contrast(ink, ground) {
    const [light, dark] = [luminance(ink), luminance(ground)].toSorted((a, b) => b - a)
    return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
  }

  function luminance([red, green, blue]) {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
      const part = channel / 255
      return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
})()
