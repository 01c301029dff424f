import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'

/** Something at a path is not what it was when the change was planned, and stays as it is. */
export function changedMeanwhile(path: string): AppError {
  return new AppError('conflict', say('conflict.changed_left', { path }))
}

/** Something is at a path where nothing was when the change was planned, and stays. */
export function takenMeanwhile(path: string): AppError {
  return new AppError('conflict', say('conflict.taken_left', { path }))
}
