import BetterSqlite3 from 'better-sqlite3'
import { AppError, toAppError } from '../../shared/errors'
import { isDiskFull } from '../../shared/system-failures'

/** A file that is there but isn't a whole database of Countersign. */
export function damaged(path: string, what: string, cause?: unknown): AppError {
  return new AppError(
    'corrupt',
    `${path} ${what}. It was left as it is. Put a copy from the backups folder in its place, or move it away to start with an empty database.`,
    { cause },
  )
}

/** A copy that was put in the place of a database whose log is still there. */
export function besideForeignLog(path: string): AppError {
  return new AppError(
    'corrupt',
    `${path}-wal holds changes of another database than ${path}, which is a copy. Both were left as they are. Move the former away, and start again.`,
  )
}

/** A database that can be read but not written. */
export function unwritable(path: string, cause?: unknown): AppError {
  return new AppError(
    'read_only',
    `${path} can’t be written, so nothing was opened or changed. Allow writing to it and its folder, or choose another data folder with --data.`,
    { cause },
  )
}

/** A database that a later version of Countersign has written. */
export function fromTheFuture(path: string, found: number, known: number): AppError {
  return new AppError(
    'newer_version',
    `${path} was written by a newer Countersign (schema ${found}; this one knows ${known}). It was not touched. Update Countersign, or choose another data folder with --data.`,
  )
}

/** Says what SQLite's error on opening means for people. */
export function openingFailure(path: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDiskFull(error)) {
    return new AppError(
      'unavailable',
      `The disk is full: ${path} could not be opened. Nothing was changed. Make room and start again.`,
      { cause: error },
    )
  }
  if (!(error instanceof BetterSqlite3.SqliteError)) {
    return isRefusedBySystem(error) ? unwritable(path, error) : toAppError(error)
  }
  const [, kind = ''] = /^SQLITE_([A-Z]+)/.exec(error.code) ?? []
  switch (kind) {
    case 'CORRUPT':
    case 'NOTADB':
      return damaged(path, 'is damaged or not a database', error)
    case 'READONLY':
    case 'CANTOPEN':
    case 'PERM':
      return unwritable(path, error)
    case 'BUSY':
    case 'LOCKED':
      return new AppError('busy', `${path} is in use by another program. Close it and start again.`, {
        cause: error,
      })
    case 'IOERR':
      return new AppError(
        'unavailable',
        `${path} could not be opened: the disk reported an error (${error.code}). Nothing was changed. Check the disk and start again.`,
        { cause: error },
      )
    default:
      return new AppError('internal', `${path} could not be opened: ${error.message}`, { cause: error })
  }
}

function isRefusedBySystem(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))
  )
}
