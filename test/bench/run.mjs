// npm run bench [-- NAME ... [--option value ...]]: the measurements, each beside its peers. They report; no test asserts a
// time. Options belong to the measurement; without a name all are taken, of which the crawls last most of an hour.
const all = ['validate', 'crawl']
const words = process.argv.slice(2)
const options = words.findIndex((word) => word.startsWith('--'))
const names = options === -1 ? words : words.slice(0, options)
for (const name of names.length > 0 ? names : all) await import(`./${name}.mjs`)
