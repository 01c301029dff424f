import { existsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** The disk in memory of most Linux systems. */
const memory = '/dev/shm'

/** A folder on another disk than the temporary folders are; null where there is none. */
export const otherDisk = existsSync(memory) && statSync(memory).dev !== statSync(tmpdir()).dev ? memory : null
