import { diskSentences } from './sentences/disk'
import { type Sentence, sayingOf } from './sentences/sentence'

/** What a disk's or the database's own error means, in the terms of {@link ErrorCode}; the message stands alone. */
export interface SystemFailure {
  readonly code: 'unavailable' | 'read_only' | 'busy' | 'corrupt' | 'denied'
  readonly message: Sentence
}

// Of its own catalogue: the page, which knows these errors too, needs no other.
const say = sayingOf(diskSentences)

/** What Node and SQLite (by the first two parts of its code) call it. */
const known: Readonly<Record<string, SystemFailure>> = {
  ENOSPC: { code: 'unavailable', message: say('disk.full') },
  EDQUOT: { code: 'unavailable', message: say('disk.quota') },
  EIO: { code: 'unavailable', message: say('disk.failing') },
  EACCES: { code: 'denied', message: say('disk.refused') },
  EPERM: { code: 'denied', message: say('disk.refused') },
  EROFS: { code: 'read_only', message: say('disk.read_only') },
  EMFILE: { code: 'busy', message: say('disk.busy') },
  ENFILE: { code: 'busy', message: say('disk.busy') },
  SQLITE_FULL: { code: 'unavailable', message: say('database.full') },
  SQLITE_IOERR: { code: 'unavailable', message: say('database.failing') },
  SQLITE_READONLY: { code: 'read_only', message: say('database.read_only') },
  SQLITE_BUSY: { code: 'busy', message: say('disk.busy') },
  SQLITE_LOCKED: { code: 'busy', message: say('disk.busy') },
  SQLITE_CORRUPT: { code: 'corrupt', message: say('database.damaged') },
  SQLITE_NOTADB: { code: 'corrupt', message: say('database.damaged') },
}

/** Reads the code of an error of the file system or of SQLite; null for any other. */
export function systemFailure(error: unknown): SystemFailure | null {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null
  const [code] = /^SQLITE_[A-Z]+|^E[A-Z0-9]+$/.exec(error.code) ?? []
  return code !== undefined && Object.hasOwn(known, code) ? (known[code] ?? null) : null
}

/** Whether an error, or what caused it, says that a disk has no room. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // SQLite can't make room for what it shares between connections either, and says so in these codes.
  const full = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_SHMOPEN']
  return ('code' in error && full.includes(String(error.code))) || isDiskFull(error.cause)
}
