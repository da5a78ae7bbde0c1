import { spawn } from 'node:child_process'
import { platform } from 'node:os'

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens `url` in the user's browser; false if this machine has no command for that. */
export async function openBrowser(url: string): Promise<boolean> {
  const [command = 'xdg-open', ...args] = openers[platform()] ?? []
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
