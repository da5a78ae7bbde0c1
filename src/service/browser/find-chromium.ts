import { accessSync, constants, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type BrowserSettings, ServiceError } from '../settings/settings.ts'

type ChromiumPlace = Pick<BrowserSettings, 'executable' | 'searchPath'>

const isWindows = process.platform === 'win32'

const NAMES = isWindows
  ? ['chrome.exe', 'chromium.exe', 'msedge.exe']
  : 'chromium chromium-browser google-chrome-stable google-chrome chrome microsoft-edge'.split(' ')

const USUAL_PLACES = isWindows
  ? windowsPlaces()
  : [
      ...NAMES.map((name) => `/usr/bin/${name}`),
      '/snap/bin/chromium',
      '/opt/google/chrome/chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ]

/** The folders of programs, for all users or one, have other names in other languages and on other disks. */
function windowsPlaces(): string[] {
  const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap(
    (name) => process.env[name] ?? [],
  )
  const programs = [
    'Google/Chrome/Application/chrome',
    'Chromium/Application/chrome',
    'Microsoft/Edge/Application/msedge',
  ]
  return programs.flatMap((program) => folders.map((folder) => path.join(folder, `${program}.exe`)))
}

export function findChromium(place: ChromiumPlace = {}): string | undefined {
  if (place.executable !== undefined) return isProgram(place.executable) ? place.executable : undefined
  const folders = (place.searchPath ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  const onPath = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
  return [...onPath, ...USUAL_PLACES].find((candidate) => isProgram(candidate))
}

/** @throws {ServiceError} if a configured program cannot be run, or the package that drives it is missing */
export function checkBrowser({ executable }: ChromiumPlace): void {
  if (executable === undefined || (isProgram(executable) && hasDriver())) return
  const reason = isProgram(executable)
    ? 'The package playwright-core, which drives it, is not installed.'
    : `"${executable}" is not an executable program.`
  throw new ServiceError('browser-unusable', `No browser: ${reason}`)
}

/** Returns whether pages can be opened in a browser here: Chromium and the optional package that drives it are installed. */
export function browserAvailable(place: ChromiumPlace = {}): boolean {
  return findChromium(place) !== undefined && hasDriver()
}

function hasDriver(): boolean {
  try {
    // Only resolved: loading it takes longer than starting the whole service.
    createRequire(import.meta.url).resolve('playwright-core')
    return true
  } catch {
    return false
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
