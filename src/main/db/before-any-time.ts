/** Milliseconds since 1970: such a document counts as deleted long ago, so that nobody sees it and a purge removes it. */
export const BEFORE_ANY_TIME = 0
/**
 * The same of a document that the retention let go of, or whose place another reading of it took: nothing brings it
 * back, and it waits only to be removed.
 */
export const LET_GO = BEFORE_ANY_TIME - 1
