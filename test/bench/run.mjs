// npm run bench [-- NAME ...]: the measurements, each beside its peers. They report; no test asserts a time.
const all = ['validate']
const names = process.argv.slice(2)
for (const name of names.length > 0 ? names : all) await import(`./${name}.mjs`)
