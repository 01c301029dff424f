import { toAppError } from '../../../shared/errors'
import type { Said } from '../../../shared/sentences/sentence'
import type { Origin } from '../../../shared/tool/result'
import type { RegisteredTool } from '../registry'

/** What a caller is told, by where it comes from; see `Answer`. */
export interface Told {
  readonly origin: Origin
  readonly sources?: readonly string[]
}

type FromModule = Pick<RegisteredTool, 'origin'>

/** What a tool tells, with where it comes from: as it says itself, else as its module does. */
export function originated<T extends { readonly origin?: Origin }>(
  told: T,
  { origin }: FromModule,
): T & { readonly origin: Origin } {
  return { ...told, origin: told.origin ?? origin }
}

/**
 * What a failure of a tool tells. Nobody can say for each sentence whether it quotes text from outside, so each does that
 * names anything but paths and what the call itself has, and each that is no sentence of the catalogue.
 */
export function toldByFailure(error: unknown, { origin }: FromModule, input: unknown): Told {
  const { said, sources } = toAppError(error)
  if (sources !== undefined) return sources.length === 0 ? nothing : { origin, sources }
  if (said === undefined) return { origin }
  const given = textsIn(input)
  const quotes = namedIn(said).filter(({ text }) => !given.some((one) => one.includes(text)))
  if (quotes.length === 0) return nothing
  const titles = quotes.flatMap(({ name, text }) => (name === 'title' ? [text] : []))
  return titles.length === 0 ? { origin } : { origin, sources: titles }
}

const nothing: Told = { origin: 'own' }

interface Named {
  readonly name: string
  readonly text: string
}

/** The texts that a sentence and those in it name, but paths: what they lead to is granted, or the call has it. */
function namedIn({ values, inner = {} }: Said): Named[] {
  const all = [values, ...Object.values(inner).map((sentence) => sentence.values)]
  return all.flatMap((of) =>
    Object.entries(of).flatMap(([name, value]) =>
      textsIn(value)
        .filter((text) => name !== 'path' && text !== '' && inner[text] === undefined)
        .map((text) => ({ name, text })),
    ),
  )
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
