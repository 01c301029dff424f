import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { shortened } from '../../../shared/text/start-of'
import { spoken } from '../../../shared/tool/preview'
import type { ReadQuestion, ToolContext } from '../../../shared/tool/runtime'
import type { GateCall } from '../../services/gate'
import { namedTool } from '../registry'
import { askedOf, readTermsOf, sendingTo, wholeCall } from './draft'
import { inputAsFields } from './outgoing'
import type { GateParts } from './parts'
import { allowedBy, canBeAsked, ownQuestion, type RegisteredRead } from './read'

/**
 * What a person must be asked before a read whose policy is `propose`; null once they said yes to this very call. A
 * question that the tool would be asked anyway, for where it leads, stands for both. Throws `denied` where nobody can be
 * asked.
 */
export async function questionByPolicy(
  { db, registry }: Pick<GateParts, 'db' | 'registry'>,
  found: RegisteredRead,
  input: unknown,
  call: GateCall,
  context: ToolContext,
): Promise<ReadQuestion | null> {
  const { tool } = found
  const isAllowed = (terms: Pick<ReadQuestion, 'reference' | 'asked'>) =>
    allowedBy(db, tool.name, readTermsOf(terms), call) !== null
  const asked = askedOf(found, input)
  if (isAllowed({ reference: wholeCall, asked })) return null
  const hosts = tool.sendsTo?.(input) ?? []
  if (hosts.length > 0 && isAllowed({ reference: sendingTo(hosts), asked })) return null
  if (!canBeAsked(call)) throw new AppError('denied', say('policy.would_ask', namedTool(registry, tool)))
  const own = await ownQuestion(found, input, context, true)
  if (own !== null) return isAllowed(own) ? null : own
  const names = found.implementation.names?.(input) ?? {}
  const what = primaryOf(tool, input, names)
  return {
    reference: wholeCall,
    asked,
    because: [say('gate.asked_by_policy')],
    preview: {
      ...spoken({
        summary: say('gate.ask_read', { ...namedTool(registry, tool), what }),
        targets: [],
        changes: [
          { kind: 'fields', label: what || tool.title, fields: withNames(inputAsFields(call.input), names) },
        ],
        lost: [],
        recovery: 'none',
        warnings: [],
      }),
      ...(hosts.length === 0 ? {} : { sends: [...hosts] }),
    },
  }
}

/** Word for word still, with what an id stands for before it. */
function withNames(fields: ReturnType<typeof inputAsFields>, names: Readonly<Record<string, string>>) {
  return fields.map((field) => {
    const name = names[field.name]
    return name === undefined ? field : { ...field, after: `${cutLine(name)} (${field.after})` }
  })
}

/** Characters of a line that a person takes in as what a call is about. */
const lineCharacters = 100
const anId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** What a call is about, where that is a line that says something to a person. */
function primaryOf(
  { primary }: RegisteredRead['tool'],
  input: unknown,
  names: Readonly<Record<string, string>>,
): string {
  const name = names[primary ?? '']
  if (name !== undefined) return cutLine(name)
  const given = typeof input === 'object' && input !== null ? new Map(Object.entries(input)) : new Map()
  const value: unknown = primary === undefined ? undefined : given.get(primary)
  if (typeof value !== 'string' || value.length > lineCharacters || value.includes('\n')) return ''
  return anId.test(value) ? '' : value
}

/** A name comes from outside and may be of any length. */
function cutLine(name: string): string {
  const line = name.replace(/\s+/gu, ' ').trim()
  return shortened(line, lineCharacters)
}
