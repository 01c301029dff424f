import { create } from 'zustand'
import type { SameNamed } from '../../shared/contract/library'

/** Which document each file is a new version of, by its path; the others are documents of their own. */
export type NewVersions = ReadonlyMap<string, string>

interface Question {
  readonly files: readonly SameNamed[]
  /** Null where the files are to be left out. */
  readonly answer: (versions: NewVersions | null) => void
}

/** The question which files are new versions of documents of their names; null while there is none. */
export const useSameNamed = create<{ readonly question: Question | null }>(() => ({ question: null }))

const { setState: set, getState: get } = useSameNamed

/** A second drop asks once the first is answered. */
let last: Promise<unknown> = Promise.resolve()

/** Asks the person; answers null where the files are to be left out, also when `signal` says so meanwhile. */
export function askSameNamed(files: readonly SameNamed[], signal: AbortSignal): Promise<NewVersions | null> {
  const asked = last.then(() => askNow(files, signal))
  last = asked
  return asked
}

function askNow(files: readonly SameNamed[], signal: AbortSignal): Promise<NewVersions | null> {
  return new Promise((resolve) => {
    const answer = (versions: NewVersions | null) => {
      signal.removeEventListener('abort', leaveOut)
      if (get().question === question) set({ question: null })
      resolve(versions)
    }
    const leaveOut = () => answer(null)
    const question = { files, answer }
    if (signal.aborted) return resolve(null)
    signal.addEventListener('abort', leaveOut)
    set({ question })
  })
}
