/** Milliseconds since 1970: such a document counts as deleted long ago, so that nobody sees it and a purge removes it. */
export const BEFORE_ANY_TIME = 0
