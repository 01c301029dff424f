import { realpathSync, rmSync } from 'node:fs'
import { afterEach, beforeEach } from 'vitest'
import { runCommand } from './run-command'
import { freshFolder } from './start-host'

/** What a test of the command line works with: a data folder and a working folder, new for each test. */
export interface CommandDesk {
  readonly data: string
  readonly work: string
  /** Runs a command on the data folder. */
  run(...args: string[]): ReturnType<typeof runCommand>
}

/** Sets up a desk before each test. */
export function setUpCommandDesk(): CommandDesk {
  let data = ''
  let work = ''
  beforeEach(() => {
    data = freshFolder('data')
    work = realpathSync(freshFolder('work'))
  })
  afterEach(() => {
    for (const folder of [data, work]) rmSync(folder, { recursive: true, force: true })
  })
  return {
    get data() {
      return data
    },
    get work() {
      return work
    },
    run: (...args) => runCommand([...args, '--data', data]),
  }
}

/** What a command answers with `--json`. */
export const jsonOf = (text: string) => JSON.parse(text) as Record<string, unknown>
