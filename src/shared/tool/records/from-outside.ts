import type { ErrorCode } from '../../errors'
import { AppError } from '../../errors'
import type { Sentence } from '../../sentences/sentence'
import type { ToolContext } from '../runtime'

/** What was written after reading from outside keeps the names of that. */
interface Written {
  readonly outside: readonly string[]
}

/** Names that a record keeps: enough to tell where it may come from. */
const NAMES_KEPT = 50

/** All that these were written after having read, each name once. */
export function outsideOf(...written: readonly (Written | null | undefined)[]): string[] {
  return [...new Set(written.flatMap((each) => each?.outside ?? []))].slice(0, NAMES_KEPT)
}

/** The same with what the run that writes now has read. */
export function writtenAfter(
  { outside }: Pick<ToolContext, 'outside'>,
  ...before: readonly (Written | null)[]
): string[] {
  return outsideOf(...before, { outside: outside?.() ?? [] })
}

/** Where an answer comes from that tells of these. */
export function tellingOf(...written: readonly (Written | null | undefined)[]) {
  const sources = outsideOf(...written)
  return sources.length === 0 ? ({ origin: 'own' } as const) : ({ origin: 'outside', sources } as const)
}

/** A failure whose sentence names these. */
export function failureNaming(
  code: ErrorCode,
  words: Sentence,
  ...written: readonly (Written | null | undefined)[]
): AppError {
  return new AppError(code, words, { sources: outsideOf(...written) })
}
