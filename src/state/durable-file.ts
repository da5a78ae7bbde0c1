import path from 'node:path'

/**
 * Replaces `file` by `text` in one step that survives a power cut: first the content, then the name (rename(2) is
 * atomic), then the directory that holds the name. The caller holds the lock.
 */
export async function replaceDurably(file: string, text: string): Promise<void> {
  const directory = path.dirname(file)
  const { open, rename, rm } = await import('node:fs/promises')
  await removeLeftovers(file)
  const draft = `${file}.${crypto.randomUUID()}.draft`
  try {
    const handle = await open(draft, 'wx')
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncDirectory(directory)
}

/**
 * Removes files that killed processes left next to the file: drafts of the file and of its lock, and locks for breaking a lock.
 * A live process whose lock draft is removed here tries again.
 */
async function removeLeftovers(file: string): Promise<void> {
  const directory = path.dirname(file)
  const prefix = `${path.basename(file)}.`
  const { readdir, rm } = await import('node:fs/promises')
  for (const name of await readdir(directory)) {
    // The whole rest of the name must match, because one environment's name may be the beginning of another's.
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    if (/^(?:lock\.)?(?:[0-9a-f-]{36}\.?)+(?:draft)?$/.test(rest)) {
      await rm(path.join(directory, name), { force: true })
    }
  }
}

/** Stores the names that `directory` holds. */
export async function syncDirectory(directory: string): Promise<void> {
  const { open } = await import('node:fs/promises')
  // Windows cannot open a directory; its file systems write the name with the file.
  const handle = await open(directory, 'r').catch(() => undefined)
  try {
    await handle?.sync()
  } finally {
    await handle?.close()
  }
}
