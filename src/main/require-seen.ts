import { AppError } from '../shared/errors'
import { say } from '../shared/sentences/say'

/** Throws `conflict` where what is there has another revision than the one that was seen, where one was seen. */
export function requireSeen(before: { readonly revision: number } | null, seen: number | undefined): void {
  if (before === null || seen === undefined || before.revision === seen) return
  throw new AppError('conflict', say('foreign.changed'))
}
