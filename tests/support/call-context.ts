/** What a call is told that belongs to no run, is never stopped and whose progress nobody looks at. */
export const callContext = { signal: new AbortController().signal, progress: () => undefined, runId: null }
