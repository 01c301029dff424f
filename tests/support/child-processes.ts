import { readdirSync, readFileSync } from 'node:fs'

/** Ids of the processes that this one has started and whose command line fits, on Linux; of every thread. */
export function childProcesses(fits: (commandLine: readonly string[]) => boolean): number[] {
  return readdirSync('/proc/self/task')
    .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' '))
    .filter((id) => id !== '' && fits(commandLineOf(id)))
    .map(Number)
}

/** Nothing for one that has gone meanwhile. */
function commandLineOf(id: string): readonly string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0').slice(0, -1)
  } catch {
    return []
  }
}
