import { AppError, type ErrorCode, toAppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'

/** The system's code of an error, such as `ENOENT`, or null. */
export function systemCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** Whether a call of the system failed: what zlib says also has a code, but no system call. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

/** What a call on a path answers; null where nothing is at the path. */
export async function ifThere<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
}

type DiskSentence =
  | 'not_there'
  | 'through_file'
  | 'is_folder'
  | 'exists'
  | 'not_empty'
  | 'path_refused'
  | 'path_protected'
  | 'path_read_only'
  | 'path_full'
  | 'path_quota'
  | 'path_too_large'
  | 'path_busy'
  | 'path_in_use'
  | 'path_link'
  | 'name_too_long'
  | 'path_failing'
  | 'not_file'
  | 'name_not_allowed'

const known: Readonly<Record<string, readonly [ErrorCode, DiskSentence]>> = {
  ENOENT: ['not_found', 'not_there'],
  ENOTDIR: ['not_found', 'through_file'],
  EISDIR: ['invalid_input', 'is_folder'],
  EEXIST: ['already_exists', 'exists'],
  ENOTEMPTY: ['conflict', 'not_empty'],
  EACCES: ['denied', 'path_refused'],
  // Windows says this of every refusal, other systems of what the account's rights would allow.
  EPERM: ['denied', process.platform === 'win32' ? 'path_refused' : 'path_protected'],
  EROFS: ['read_only', 'path_read_only'],
  ENOSPC: ['unavailable', 'path_full'],
  EDQUOT: ['unavailable', 'path_quota'],
  EFBIG: ['too_large', 'path_too_large'],
  EMFILE: ['busy', 'path_busy'],
  ENFILE: ['busy', 'path_busy'],
  // A mount point, a program that runs, or on Windows what another program has open.
  EBUSY: ['busy', 'path_in_use'],
  ETXTBSY: ['busy', 'path_in_use'],
  ELOOP: ['denied', 'path_link'],
  ENAMETOOLONG: ['invalid_input', 'name_too_long'],
  EIO: ['unavailable', 'path_failing'],
  ENXIO: ['unsupported', 'not_file'],
  EILSEQ: ['invalid_input', 'name_not_allowed'],
  EINVAL: ['invalid_input', 'name_not_allowed'],
}

/** Turns an error of the file system into one that names the path and what is wrong. */
export function diskError(error: unknown, path: string): AppError {
  if (error instanceof AppError) return error
  if (error instanceof Error && error.name === 'AbortError') return toAppError(error)
  const code = systemCode(error)
  const match = code === null ? undefined : known[code]
  if (match === undefined) {
    const why = error instanceof Error ? error.message : String(error)
    return new AppError('internal', say('disk.unusable', { path, why }), { cause: error })
  }
  return new AppError(match[0], say(`disk.${match[1]}`, { path }), { cause: error })
}

/** Runs something on a path and turns what it throws by {@link diskError}. */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw diskError(error, path)
  }
}
