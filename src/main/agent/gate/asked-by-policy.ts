import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { spoken } from '../../../shared/tool/preview'
import type { ReadQuestion, ToolContext } from '../../../shared/tool/runtime'
import type { GateCall } from '../../services/gate'
import { readTermsOf, sendingTo, wholeCall } from './draft'
import { inputAsFields } from './outgoing'
import type { GateParts } from './parts'
import { allowedBy, canBeAsked, type RegisteredRead } from './read'
import { untilAborted } from './waiting'

/**
 * What a person must be asked before a read whose policy is `propose`; null once they said yes to this very call. A
 * question that the tool would be asked anyway, for where it leads, stands for both. Throws `denied` where nobody can be
 * asked.
 */
export async function questionByPolicy(
  { db }: Pick<GateParts, 'db'>,
  { tool, implementation }: RegisteredRead,
  input: unknown,
  call: GateCall,
  context: ToolContext,
): Promise<ReadQuestion | null> {
  const isAllowed = (terms: Pick<ReadQuestion, 'reference' | 'asked'>) =>
    allowedBy(db, tool.name, readTermsOf(terms), call) !== null
  if (isAllowed({ reference: wholeCall, asked: input })) return null
  const hosts = tool.sendsTo?.(input) ?? []
  if (hosts.length > 0 && isAllowed({ reference: sendingTo(hosts), asked: input })) return null
  if (!canBeAsked(call)) throw new AppError('denied', say('policy.would_ask', { tool: tool.name }))
  const own = await untilAborted(call.signal, implementation.ask?.(input, context) ?? Promise.resolve(null))
  if (own !== null) return isAllowed(own) ? null : own
  return {
    reference: wholeCall,
    asked: input,
    because: [say('gate.asked_by_policy')],
    preview: {
      ...spoken({
        summary: say('gate.ask_read', { title: tool.title, what: primaryOf(tool, input) }),
        targets: [],
        changes: [{ kind: 'fields', label: tool.name, fields: inputAsFields(call.input) }],
        lost: [],
        recovery: 'none',
        warnings: [],
      }),
      ...(hosts.length === 0 ? {} : { sends: [...hosts] }),
    },
  }
}

/** What a call is about, where that is one word or line. */
function primaryOf({ primary }: RegisteredRead['tool'], input: unknown): string {
  const given = typeof input === 'object' && input !== null ? new Map(Object.entries(input)) : new Map()
  const value: unknown = primary === undefined ? undefined : given.get(primary)
  return typeof value === 'string' ? value : ''
}
