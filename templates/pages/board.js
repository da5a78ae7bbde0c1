/**
 * The only script of the board's pages. It filters rows of the overview by text, and keeps the progress of running crawls up to date
 * where a server shows the board. Without it, all rows are shown, as they were when the page was read.
 */
'use strict'
{
  const find = document.getElementById('find')
  const list = document.getElementById('crawls')
  const found = document.getElementById('found')
  if (find !== null && list !== null) {
    find.closest('[hidden]').hidden = false
    const rows = [...list.querySelectorAll('li')].map((row) => ({
      row,
      text: row.textContent.toLowerCase(),
      fold: row.querySelector('details'),
    }))
    const show = () => {
      const words = find.value.toLowerCase().split(/\s+/).filter(Boolean)
      let count = 0
      for (const { row, text, fold } of rows) {
        row.hidden = !words.every((word) => text.includes(word))
        if (fold !== null) fold.open = words.length > 0 && !row.hidden
        else if (!row.hidden) count++
      }
      found.textContent = words.length === 0 ? '' : `${count} found`
    }
    find.addEventListener('input', show)
    document.addEventListener('keydown', (event) => {
      if (event.key !== '/' || event.target === find) return
      event.preventDefault()
      find.focus()
    })
    if (find.value !== '') show()
  }
}

/**
 * Asks how far the running crawls are: every two seconds, and without one every ten, because one may start. When one has ended
 * or started, the page is loaded again.
 */
{
  const running = [...document.querySelectorAll('[data-live]')]
  const isOverview = document.getElementById('crawls') !== null
  // The script lies beside the first page.
  const address = new URL('live.json', document.querySelector('script[src]').src)
  const rates = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })
  const opened = performance.now()
  const [mostListed, seconds] = [10, running.length > 0 ? 2 : 10]
  const pathOf = (url) => (URL.canParse(url) ? url.slice(new URL(url).origin.length) : url)
  const statusOf = ({ status }) => `${status >= 400 ? '✗ ' : ''}${status} `
  const show = (element, { completed, text, problem, pages: [newest] = [] }) => {
    // The average since the page was opened.
    const speed = ((completed - Number(element.dataset.done)) * 1000) / (performance.now() - opened)
    const parts = [text ?? problem]
    if (speed > 0) parts.push(`${rates.format(speed)} pages/s`)
    if (newest !== undefined && isOverview) parts.push(`newest: ${statusOf(newest)}${pathOf(newest.url)}`)
    element.textContent = parts.join(', ')
  }
  /** Puts new pages above those that came before. */
  const list = (section, pages) => {
    const [items] = section.getElementsByTagName('ul')
    const known = new Set([...items.children].map(({ dataset }) => dataset.url))
    for (const page of pages.toReversed()) {
      if (known.has(page.url)) continue
      const make = (name, text) => Object.assign(document.createElement(name), { textContent: text })
      const [item, link] = [make('li', statusOf(page)), make('a', pathOf(page.url))]
      item.dataset.url = page.url
      if (/^https?:/i.test(page.url)) link.href = page.url
      if (page.status >= 400) item.className = 'bad'
      item.append(link, make('i', ` ${page.title ?? ''}`))
      items.prepend(item)
    }
    while (items.children.length > mostListed) items.lastElementChild.remove()
    section.hidden = items.children.length === 0
  }
  const look = async () => {
    const answer = await fetch(address, { cache: 'no-store' })
    if (!answer.ok) return
    const jobs = new Map((await answer.json()).map((job) => [job.name, job]))
    const shown = new Set(running.map(({ dataset }) => dataset.live))
    const hasStarted = isOverview && [...jobs.values()].some((job) => job.text && !shown.has(job.name))
    if (hasStarted || [...shown].some((name) => !jobs.has(name))) return location.reload()
    for (const element of running) show(element, jobs.get(element.dataset.live))
    for (const section of document.querySelectorAll('[data-newest]'))
      list(section, jobs.get(section.dataset.newest)?.pages ?? [])
  }
  const watch = async () => {
    for (let isFirst = running.length > 0; ; isFirst = false) {
      if (!isFirst) await new Promise((resolve) => window.setTimeout(resolve, seconds * 1000))
      // The server may have ended; the page stays as it is.
      if (!document.hidden) await look().catch(() => undefined)
    }
  }
  if ((running.length > 0 || isOverview) && address.protocol !== 'file:') void watch()
}
