import type { Listing, McpConnectionNow } from './connection'

/** A connection, and what is known of the list of what its server offers. */
export interface ListedConnection {
  readonly connection: McpConnectionNow
  /** Takes what it offers, and asks again where it says meanwhile that this changed. */
  list(signal: AbortSignal): Promise<void>
  /** The same, one list at a time: who wants it meanwhile waits for the one that is under way. */
  relist(signal: AbortSignal): Promise<void>
  /** The server said that what it offers changed. */
  tellChanged(): void
  /** Whether it said so, and has not answered since what it offers. */
  hasChanged(): boolean
  /** Whether what it offers was asked for within this time, still holds, and is not being asked for. */
  isFresh(withinMs: number): boolean
}

/** How often in a row a list is asked for that changes while it is read; then the next call asks for it first. */
const LIST_ROUNDS = 3

/** Starts without a list; `took` is given each one that comes. */
export function createListedConnection(
  connection: McpConnectionNow,
  took: (listing: Listing) => void,
): ListedConnection {
  /** By `performance.now()`: nobody sets that. */
  let listedAt = 0
  let changed = false
  let relisting: Promise<void> | null = null

  async function list(signal: AbortSignal): Promise<void> {
    let rounds = 0
    do {
      changed = false
      const listing = await connection.list(signal).catch((failure: unknown) => {
        changed = true
        throw failure
      })
      took(listing)
    } while (changed && ++rounds < LIST_ROUNDS)
    listedAt = performance.now()
  }

  return {
    connection,
    list,
    relist(signal) {
      relisting ??= list(signal).finally(() => {
        relisting = null
      })
      return relisting
    },
    tellChanged() {
      changed = true
    },
    hasChanged: () => changed,
    isFresh: (withinMs) => performance.now() - listedAt <= withinMs && !changed && relisting === null,
  }
}
