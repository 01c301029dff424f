import { constants } from 'node:fs'

/** To read a file or what a link leads to: a named pipe in its place would otherwise be waited for, for ever. */
export const readWithoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * As {@link readWithoutWaiting}, of what was looked at before: a link that came in its place is not followed. Windows has
 * no such flag; to make a link there needs a privilege.
 */
export const readWithoutFollowing = readWithoutWaiting | (constants.O_NOFOLLOW ?? 0)
