import { isAbsolute } from 'node:path'

/**
 * Returns where the code that V8 compiled for `command` is kept: in the user's cache directory, for this version of
 * the program and this Node. undefined where there is no such directory, and where CRAWLFORM_NO_CODE_CACHE asks for none.
 */
export function codeFolder(programVersion: string, command: string | undefined): string | undefined {
  const { env, platform, arch, version } = process
  if ((env['CRAWLFORM_NO_CODE_CACHE'] ?? '') !== '') return undefined
  const caches = cacheDirectory(env)
  if (caches === undefined) return undefined
  const name = command !== undefined && /^[a-z]{1,20}$/.test(command) ? command : 'other'
  return `${caches}/crawlform/${programVersion}/${version}-${platform}-${arch}/${name}`
}

/** Returns the user's cache directory as the system has it, XDG's, macOS's or Windows's; undefined where there is none. */
export function cacheDirectory(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const directory = usualCaches(env)
  return directory !== undefined && isAbsolute(directory) ? directory : undefined
}

function usualCaches({
  XDG_CACHE_HOME: xdg = '',
  HOME: home = '',
  LOCALAPPDATA: windows,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  if (xdg !== '') return xdg
  if (process.platform === 'win32') return windows
  if (home === '') return undefined
  return `${home}/${process.platform === 'darwin' ? 'Library/Caches' : '.cache'}`
}
