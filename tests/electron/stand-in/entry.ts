const loaded = Promise.withResolvers<void>()

// An entry file that takes this long awaits something that only comes after it.
const entryLimitMs = 10_000

/** Says that the application's entry file has run to its end, with what it awaits at its top level. */
export const entryHasRun = loaded.resolve

/** Resolves when the entry file has run; fails for one that waits for `ready`, which would wait for it. */
export async function waitForEntry(): Promise<void> {
  const limit = setTimeout(() => {
    loaded.reject(new Error('The entry file does not end: does it await app.whenReady() at its top level?'))
  }, entryLimitMs)
  await loaded.promise
  clearTimeout(limit)
}
