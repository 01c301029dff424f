import { assertNever, type ErrorCode } from '../../shared/errors'

/** Exit statuses of the command line; part of the outside interface. */
export const exitStatus = { done: 0, failed: 1, wrongUse: 2, waiting: 3, refused: 4, conflict: 5 } as const
/** One of {@link exitStatus}. */
export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus]

/** With which status a command ends that failed so. */
export function exitStatusOf(code: ErrorCode): ExitStatus {
  switch (code) {
    case 'invalid_input':
      return exitStatus.wrongUse
    case 'outside_grant':
    case 'denied':
    case 'unauthorized':
      return exitStatus.refused
    case 'conflict':
      return exitStatus.conflict
    case 'not_found':
    case 'already_exists':
    case 'unsupported':
    case 'locked':
    case 'no_text':
    case 'too_large':
    case 'busy':
    case 'cancelled':
    case 'timeout':
    case 'unavailable':
    case 'model_error':
    case 'corrupt':
    case 'newer_version':
    case 'read_only':
    case 'internal':
      return exitStatus.failed
    default:
      return assertNever(code)
  }
}
