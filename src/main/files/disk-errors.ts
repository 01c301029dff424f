import { AppError, type ErrorCode, toAppError } from '../../shared/errors'
import { quoted } from '../../shared/quoted'

/** The system's code of an error, such as `ENOENT`, or null. */
export function systemCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

const known: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ENOENT: ['not_found', 'is not there'],
  ENOTDIR: ['not_found', 'goes through something that is not a folder'],
  EISDIR: ['invalid_input', 'is a folder'],
  EEXIST: ['already_exists', 'exists already'],
  ENOTEMPTY: ['conflict', 'is a folder that is not empty'],
  EACCES: ['denied', 'may not be used by this account: the system refused it'],
  EPERM: ['denied', 'may not be used by this account: the system refused it'],
  EROFS: ['read_only', 'is on a disk that is read-only'],
  ENOSPC: [
    'unavailable',
    'could not be written: the disk is full. What was there is kept. Make room, then try again',
  ],
  EDQUOT: [
    'unavailable',
    'could not be written: the disk quota is used up. What was there is kept. Make room, then try again',
  ],
  EMFILE: ['busy', 'could not be opened: too many files are open'],
  ENFILE: ['busy', 'could not be opened: too many files are open'],
  ELOOP: ['denied', 'is or leads through a symbolic link that is not followed'],
  ENAMETOOLONG: ['invalid_input', 'has a name that is too long for the system (255 bytes a name)'],
  EIO: [
    'unavailable',
    'could not be used: the disk reported an error. What was there is kept. Check the disk, then try again',
  ],
  ENXIO: ['unsupported', 'is not a file'],
  EILSEQ: ['invalid_input', 'has a name that this disk does not allow'],
  EINVAL: ['invalid_input', 'has a name that this disk does not allow'],
}

/** Turns an error of the file system into one that names the path and what is wrong. */
export function diskError(error: unknown, path: string): AppError {
  if (error instanceof AppError) return error
  if (error instanceof Error && error.name === 'AbortError') return toAppError(error)
  const code = systemCode(error)
  const match = code === null ? undefined : known[code]
  if (match === undefined) {
    const why = error instanceof Error ? error.message : String(error)
    return new AppError('internal', `${quoted(path)} could not be used: ${why}`, { cause: error })
  }
  return new AppError(match[0], `${quoted(path)} ${match[1]}.`, { cause: error })
}

/** Runs something on a path and turns what it throws by {@link diskError}. */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw diskError(error, path)
  }
}
