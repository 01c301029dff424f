import type { AppError } from '../../../shared/errors'
import { type Words, wordsOf } from '../../../shared/sentences/sentence'
import type { ToolResult } from '../../../shared/tool/result'
import type { StoredProposal } from '../../db/proposals'
import { noteTaint } from '../policy/taint'
import { toldByFailure } from '../policy/told'
import { notApplied } from '../results'
import type { Ending } from './effects'
import type { GateParts } from './parts'

/** What whoever proposed it is told of an approved proposal that failed; what of it is from outside is remembered with it. */
export function failedResult(
  parts: GateParts,
  proposal: StoredProposal,
  error: AppError,
  { words = wordsOf(error), ending }: { readonly words?: Words; readonly ending?: Ending['kind'] } = {},
): ToolResult {
  const result = notApplied(proposal, error.code, words, ending)
  const found = parts.registry.resolve(proposal.tool)
  if (found === null) return result
  const told = toldByFailure(error, found, proposal.input)
  noteTaint(parts, proposal, proposal.tool, told)
  return { ...result, origin: told.origin }
}
