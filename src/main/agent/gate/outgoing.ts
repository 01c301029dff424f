import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { spoken } from '../../../shared/tool/preview'
import type { ReadQuestion } from '../../../shared/tool/runtime'
import type { GateCall } from '../../services/gate'
import { sendingReason } from '../policy/taint'
import { askedOf, readTermsOf, sendingTo } from './draft'
import type { GateParts } from './parts'
import { allowedBy, canBeAsked, type RegisteredRead } from './read'

/**
 * What a person must be asked before a read sends something to a host after the run has read text from outside, which
 * may have asked for it; null where it may go on. Throws `denied` where nobody can be asked.
 */
export function questionBeforeSending(
  { db }: Pick<GateParts, 'db'>,
  found: RegisteredRead,
  input: unknown,
  call: GateCall,
): ReadQuestion | null {
  const { tool } = found
  const hosts = [...(tool.sendsTo?.(input) ?? [])]
  if (sendingReason(db, call, hosts) === null) return null
  const question: ReadQuestion = {
    reference: sendingTo(hosts),
    asked: askedOf(found, input),
    preview: {
      ...spoken({
        summary: say('gate.ask_send', { title: tool.title, hosts }),
        targets: hosts.map((host) => ({ kind: 'host', label: host, reference: host })),
        changes: [{ kind: 'fields', label: hosts.join(', '), fields: inputAsFields(input) }],
        lost: [],
        recovery: 'none',
        warnings: [],
      }),
      sends: hosts,
    },
  }
  if (allowedBy(db, tool.name, readTermsOf(question), call) !== null) return null
  if (!canBeAsked(call)) throw new AppError('denied', say('gate.may_not_send', { hosts }))
  return question
}

/** All that a call is given, word for word. */
export function inputAsFields(input: unknown) {
  const entries = typeof input === 'object' && input !== null ? Object.entries(input) : []
  return entries.map(([name, value]) => ({
    name,
    before: null,
    after: typeof value === 'string' ? value : JSON.stringify(value),
  }))
}
