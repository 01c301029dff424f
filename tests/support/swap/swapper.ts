import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SwapPlaces } from './changes'

/** One thing that makes way, what comes to its name, and where a link leads. */
export type Swap = readonly [path: string, way: 'link' | 'hard link' | 'folder' | 'nothing', to?: string]

/** A process that swaps as fast as it can, while it is let. */
export interface Swapper {
  go(): void
  /** Returns when it stands still. */
  halt(): void
  end(): Promise<void>
}

/** A folder, a folder in it and a file, by links that lead out. */
export function linksOut({ parent, leaf, outside }: SwapPlaces): Swap[] {
  return [
    [parent, 'link', outside],
    [join(parent, 'sub'), 'link', join(outside, 'sub')],
    [leaf, 'link', join(outside, 'a.txt')],
    [leaf, 'hard link', join(outside, 'a.txt')],
  ]
}

/** Starts it; it stands still. Only on Linux. */
export async function startSwapper(swaps: readonly Swap[]): Promise<Swapper> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'swapping-process.mjs'), JSON.stringify(swaps)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const { pid } = child
  if (pid === undefined) throw new Error('The swapper did not start.')
  await once(child.stdout, 'data')
  const halt = () => {
    child.kill('SIGSTOP')
    for (;;) {
      // The name before the state may have blanks in it.
      const state = /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
      if (state === 'T') return
      if (state === 'Z' || state === 'X') throw new Error('The swapper ended by itself.')
    }
  }
  halt()
  return {
    go: () => void child.kill('SIGCONT'),
    halt,
    async end() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
