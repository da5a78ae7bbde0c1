// What a team writes in an afternoon: parse every file with `yaml`, check it with an ajv schema compiled at start.
//   node plain-script.cjs SCHEMA DIRECTORY
const fs = require('node:fs')
const path = require('node:path')
const Ajv = require('ajv/dist/2020').default
const yaml = require('yaml')

const [, , schemaFile, directory] = process.argv
const body = JSON.parse(fs.readFileSync(schemaFile, 'utf8'))
const { $defs, $id: _id, $schema: _schema, ...request } = body
const file = {
  type: 'object',
  required: ['version', 'request'],
  additionalProperties: false,
  properties: { version: { enum: [1, 2] }, request },
  $defs,
}
const check = new Ajv({ allErrors: true }).compile(file)
let files = 0
let bad = 0
for (const name of fs.readdirSync(directory)) {
  files++
  const shown = path.join(directory, name)
  try {
    if (check(yaml.parse(fs.readFileSync(shown, 'utf8')))) continue
    for (const error of check.errors) console.log(`${shown}${error.instancePath} ${error.message}`)
  } catch (error) {
    console.log(`${shown}: ${error.message}`)
  }
  bad++
}
console.log(`${files} files, ${bad} bad`)
process.exitCode = bad > 0 ? 1 : 0
