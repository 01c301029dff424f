/** What a disk's or the database's own error means, in the terms of {@link ErrorCode}; the message stands alone. */
export interface SystemFailure {
  readonly code: 'unavailable' | 'read_only' | 'busy' | 'corrupt' | 'denied'
  readonly message: string
}

const databaseFull =
  'The disk of the data folder is full. What was there before was kept. Make room, then try again.'
const databaseFailing =
  'The disk of the data folder reported an error. What was there before was kept. Check the disk, then try again.'
const full = 'The disk is full. What was there before was kept. Make room, then try again.'
const failing = 'The disk reported an error. What was there before was kept. Check the disk, then try again.'
const readOnly = 'The disk is read-only. Nothing was changed. Allow writing to it, then try again.'
const databaseReadOnly =
  'The database can’t be written. Nothing was changed. Allow writing to the data folder, then try again.'
const refused =
  'The system refused this account a file or folder that is needed. Nothing was changed. Allow it, then try again.'
const busy = 'Too many files are open, or the database is in use by another program. Try again.'
const damaged = 'The database is damaged. Nothing was changed. Restore a copy from the backups folder.'

/** What Node and SQLite (by the first two parts of its code) call it. */
const known: Readonly<Record<string, SystemFailure>> = {
  ENOSPC: { code: 'unavailable', message: full },
  EDQUOT: { code: 'unavailable', message: 'The disk quota is used up. Make room, then try again.' },
  EIO: { code: 'unavailable', message: failing },
  EACCES: { code: 'denied', message: refused },
  EPERM: { code: 'denied', message: refused },
  EROFS: { code: 'read_only', message: readOnly },
  EMFILE: { code: 'busy', message: busy },
  ENFILE: { code: 'busy', message: busy },
  SQLITE_FULL: { code: 'unavailable', message: databaseFull },
  SQLITE_IOERR: { code: 'unavailable', message: databaseFailing },
  SQLITE_READONLY: { code: 'read_only', message: databaseReadOnly },
  SQLITE_BUSY: { code: 'busy', message: busy },
  SQLITE_LOCKED: { code: 'busy', message: busy },
  SQLITE_CORRUPT: { code: 'corrupt', message: damaged },
  SQLITE_NOTADB: { code: 'corrupt', message: damaged },
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
