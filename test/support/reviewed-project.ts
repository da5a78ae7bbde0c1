import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { GitRepositories } from './git-repositories.ts'

export interface Change {
  /** The tip of the branch that it goes into. */
  readonly base: string
  /** The branch merged into that, as CI checks it out. */
  readonly merge: string
}

/** A repository with a crawlform project, changes to it, and the checkouts that CI makes of them. */
export class ReviewedProject {
  readonly repositories = new GitRepositories()
  private readonly author = this.repositories.clone()
  private checkouts = 0

  /** Writes files (undefined removes one) and commits them on `main`. */
  merge(files: Readonly<Record<string, string | undefined>>): string {
    this.git('checkout', '--quiet', 'main')
    this.commit(files)
    this.git('push', '--quiet', 'origin', 'main')
    return this.git('rev-parse', 'main')
  }

  /** A change of `main` as it is now, with the merge that GitHub keeps at refs/pull/7/merge. */
  propose(files: Readonly<Record<string, string | undefined>>): Change {
    this.git('checkout', '--quiet', '-B', 'change', 'main')
    this.commit(files)
    this.git('checkout', '--quiet', '-B', 'merged', 'main')
    this.git(...identity, 'merge', '--quiet', '--no-ff', '-m', 'Merge', 'change')
    this.git('push', '--quiet', '--force', 'origin', 'merged:refs/pull/7/merge')
    return { base: this.git('rev-parse', 'main'), merge: this.git('rev-parse', 'merged') }
  }

  /** One commit and nothing before it, on no branch: what actions/checkout leaves. */
  checkout(ref = 'refs/pull/7/merge'): string {
    const { root, bare } = this.repositories
    const directory = path.join(root, `checkout-${++this.checkouts}`)
    this.repositories.git(root, 'init', '--quiet', directory)
    this.repositories.git(directory, 'remote', 'add', 'origin', `file://${bare}`)
    this.repositories.git(directory, 'fetch', '--quiet', '--depth=1', 'origin', ref)
    this.repositories.git(directory, 'checkout', '--quiet', '--detach', 'FETCH_HEAD')
    return directory
  }

  /** A directory for PATH with commands of these names, each a shell script. */
  commands(scripts: Readonly<Record<string, string>>): string {
    const directory = path.join(this.repositories.root, 'bin')
    mkdirSync(directory, { recursive: true })
    for (const [name, script] of Object.entries(scripts)) {
      writeFileSync(path.join(directory, name), `#!/bin/sh\n${script}\n`)
      chmodSync(path.join(directory, name), 0o755)
    }
    return directory
  }

  remove(): void {
    this.repositories.remove()
  }

  private commit(files: Readonly<Record<string, string | undefined>>): void {
    for (const [file, text] of Object.entries(files)) {
      if (text === undefined) {
        this.git('rm', '--quiet', file)
        continue
      }
      mkdirSync(path.dirname(path.join(this.author, file)), { recursive: true })
      writeFileSync(path.join(this.author, file), text)
    }
    this.git('add', '--all')
    this.git(...identity, 'commit', '--quiet', '--allow-empty', '-m', 'change')
  }

  private git(...args: string[]): string {
    return this.repositories.git(this.author, ...args)
  }
}

const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
