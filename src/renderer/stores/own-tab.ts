const key = 'countersign-tab'
/** Milliseconds: after a reload the page before may hold its name a moment longer; then it is another tab that does. */
const handoverMs = 1000

/** The name under which this page keeps what belongs to it beside other tabs. */
export const ownTab: string = crypto.randomUUID()

let former: Promise<string | null> | undefined

/**
 * The name of the page that a reload put this one in the place of; null where there is none, or where it lives: a tab
 * that was duplicated has the session storage of the other one.
 */
export function formerTab(): Promise<string | null> {
  former ??= findFormer()
  return former
}

/** Whether the page of a name is open; true where that can't be known. */
export async function livesElsewhere(tab: string): Promise<boolean> {
  if (navigator.locks === undefined) return true
  const { held: all = [] } = await navigator.locks.query()
  return all.some(({ name }) => name === lockOf(tab))
}

async function findFormer(): Promise<string | null> {
  const before = exchange(ownTab)
  void held(ownTab)
  return before !== null && (await held(before)) ? before : null
}

/** Holds a name as long as this page lives; false where another page does. */
function held(name: string): Promise<boolean> {
  // Absent where a page is not served securely.
  if (navigator.locks === undefined) return Promise.resolve(true)
  return new Promise((resolve) => {
    navigator.locks
      .request(lockOf(name), { signal: AbortSignal.timeout(handoverMs) }, () => {
        resolve(true)
        return new Promise(() => undefined)
      })
      .catch(() => resolve(false))
  })
}

function lockOf(name: string): string {
  return `${key} ${name}`
}

/** Puts a name in the place of the one that the session had. */
function exchange(name: string): string | null {
  try {
    const before = sessionStorage.getItem(key)
    sessionStorage.setItem(key, name)
    return before
  } catch {
    // A browser that keeps nothing has kept nothing for the page before either.
    return null
  }
}
