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

/** Asks how far the running crawls are, every two seconds. When one has ended, the page is loaded again. */
{
  const running = [...document.querySelectorAll('[data-live]')]
  // The script lies beside the first page.
  const address = new URL('live.json', document.querySelector('script[src]').src)
  const rates = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })
  const opened = performance.now()
  const show = (element, { completed, text }) => {
    // The average since the page was opened.
    const speed = ((completed - Number(element.dataset.done)) * 1000) / (performance.now() - opened)
    element.textContent = speed > 0 ? `${text}, ${rates.format(speed)} pages/s` : text
  }
  const look = async () => {
    const answer = await fetch(address, { cache: 'no-store' })
    if (!answer.ok) return
    const jobs = new Map((await answer.json()).map((job) => [job.name, job]))
    if (running.some(({ dataset }) => !jobs.has(dataset.live))) location.reload()
    for (const element of running) {
      const job = jobs.get(element.dataset.live)
      if (job !== undefined) show(element, job)
    }
  }
  const watch = async () => {
    for (;;) {
      await new Promise((resolve) => window.setTimeout(resolve, 2000))
      // The server may have ended; the page stays as it is.
      if (!document.hidden) await look().catch(() => undefined)
    }
  }
  if (running.length > 0 && address.protocol !== 'file:') void watch()
}
