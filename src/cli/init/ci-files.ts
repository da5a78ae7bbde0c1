import { globBase } from '../../util/glob.ts'
import type { Installer } from '../../util/installers.ts'
import { packageFile } from '../../util/package-file.ts'
import type { InitFile, InitPlace } from './init-answers.ts'

/** Returns the workflow for GitHub, which reads workflows only at the top of a repository: one for each project. */
export function githubFiles(place: InitPlace): readonly InitFile[] {
  const file = `.github/workflows/${projectId(place)}.yml`
  const { prefix, source } = place
  const directory = prefix.slice(0, -1)
  const inputs = prefix === '' ? '' : `\n          working-directory: ${scalar(directory)}`
  const paths = [...projectPaths(place), file].map((path) => `\n      - ${scalar(path)}`).join('')
  const template = packageFile('templates/init/github-workflow.yml')
  const text = 'version' in source ? template : template.replace(/\nenv:\n.*\n/, '')
  const values: Readonly<Record<string, string>> = {
    name: scalar(prefix === '' ? 'crawlform' : `crawlform (${directory})`),
    paths,
    inputs,
    version: 'version' in source ? source.version : '',
    install: installSteps(place).join('\n'),
    action: scalar(`./${actionFolder(place)}`),
  }
  return [
    {
      path: `${place.up}${file}`,
      text: text.replaceAll(/<(\w+)>/g, (_, name: string) => values[name] ?? ''),
    },
  ]
}

/** Where a workflow puts a crawlform that no lock file installs: packages of the repository are not touched. */
const TOOLS = '.tools'

function installSteps({ prefix, source }: InitPlace): readonly string[] {
  if ('version' in source)
    return [step(`npm install --prefix ${TOOLS} --no-audit --no-fund "crawlform@$CRAWLFORM_VERSION"`, '')]
  const steps = source.installer.install.map((run) => step(run, source.folder))
  return source.modules === undefined ? [...steps, step(COPY_ACTION, prefix)] : steps
}

/** Plug'n'Play has no folder of the package, but a workflow can only use an action in a folder. */
const COPY_ACTION = [
  '|',
  'mkdir -p .crawlform/action',
  `yarn node -p "fs.readFileSync(path.join(require.resolve('crawlform/package.json'), '../action.yml'), 'utf8')" > .crawlform/action/action.yml`,
].join('\n          ')

function step(run: string, folder: string): string {
  const place = folder === '' ? '' : `\n        working-directory: ${scalar(folder.slice(0, -1))}`
  return `      - run: ${run}${place}`
}

function actionFolder({ prefix, source }: InitPlace): string {
  if ('version' in source) return `${TOOLS}/node_modules/crawlform`
  return source.modules === undefined
    ? `${prefix}.crawlform/action`
    : `${source.modules}node_modules/crawlform`
}

/** Returns the pipeline for GitLab, with the file of its jobs, which all projects of a repository share. */
export function gitlabFiles(place: InitPlace): readonly InitFile[] {
  const { prefix, source, up } = place
  const jobs = '.gitlab/crawlform.yml'
  const paths = [...projectPaths(place), '.gitlab-ci.yml', jobs]
  const inputs = [
    ...(prefix === '' ? [] : [`directory: ${scalar(prefix.slice(0, -1))}`]),
    ...(prefix === '' ? [] : [`job-prefix: ${projectId(place)}`]),
    ...('version' in source ? [] : installInputs(source.installer, source.folder)),
    `paths: [${paths.map((path) => scalar(path)).join(', ')}]`,
  ]
  const text = packageFile('templates/init/gitlab-ci.yml')
    .replace('<inputs>', () => inputs.join('\n      '))
    .replace('<id>', () => projectId(place))
  return [
    { path: `${up}.gitlab-ci.yml`, text },
    { path: `${up}${jobs}`, text: packageFile('templates/crawlform/template.yml') },
  ]
}

function installInputs({ install, program }: Installer, folder: string): readonly string[] {
  const commands = folder === '' ? install : [`cd ${shellWord(folder.slice(0, -1))}`, ...install]
  return [`install: ${scalar(commands.join(' && '))}`, `program: ${program}`]
}

/** Returns patterns of the files that decide what a project crawls, and with which crawlform, from the repository's top. */
function projectPaths({ prefix, crawls, source }: InitPlace): readonly string[] {
  const locks =
    'version' in source
      ? []
      : ['package.json', source.installer.lock].map((name) => glob(source.folder) + name)
  // GitHub knows no braces, so the folders stand for the patterns.
  const folders = new Set(crawls.map((pattern) => [globBase(pattern), '**'].filter(Boolean).join('/')))
  const own = ['crawlform.yaml', ...folders, 'crawls.lock.json']
  return [...own.map((name) => glob(prefix) + name), ...locks]
}

/** Returns what tells this project's files, jobs and records from those of other projects in the repository. */
export function projectId({ prefix }: InitPlace): string {
  return ['crawlform', ...prefix.split('/').filter((name) => name !== '')]
    .map((name) => name.replaceAll(/[^\w.-]+/g, '-'))
    .join('-')
}

function glob(path: string): string {
  return path.replaceAll(/[*?[\]!+{}\\]/g, String.raw`\$&`)
}

/** Returns the text as YAML; texts that YAML would read in another way are quoted. */
function scalar(text: string): string {
  return /^[a-z./][\w./-]*$/i.test(text) || /^[a-z][\w./ &-]*$/i.test(text)
    ? text
    : `'${text.replaceAll("'", "''")}'`
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
