import { assertNever } from '../../../shared/errors'

/** What a field takes. */
export type FieldKind =
  | { readonly kind: 'text' | 'day' | 'boolean' | 'object' | 'any' }
  | { readonly kind: 'choice'; readonly words: readonly string[] }
  | { readonly kind: 'number'; readonly least: number | null; readonly most: number | null }
  /** Of texts, or of these words where there are some. */
  | { readonly kind: 'list'; readonly words: readonly string[] }
  | { readonly kind: 'objects'; readonly fields: readonly string[] }

/** A field by its name, with what it takes. */
export interface FieldHelp {
  readonly name: string
  readonly kind: FieldKind
}

/** Words as code, with commas between. */
const asCode = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')

const en = {
  text: 'text',
  day: 'a day, as',
  boolean: 'yes or no:',
  object: 'a JSON object',
  any: 'a text or JSON',
  number: 'a number',
  list: 'a list',
  objects: 'a list of JSON objects with',
  between: (least: number, most: number) => `from ${least} to ${most}`,
  least: (least: number) => `from ${least}`,
  most: (most: number) => `up to ${most}`,
}

const de: typeof en = {
  text: 'Text',
  day: 'ein Tag, wie',
  boolean: 'ja oder nein:',
  object: 'ein JSON-Objekt',
  any: 'ein Text oder JSON',
  number: 'eine Zahl',
  list: 'eine Liste',
  objects: 'eine Liste von JSON-Objekten mit',
  between: (least, most) => `von ${least} bis ${most}`,
  least: (least) => `ab ${least}`,
  most: (most) => `bis ${most}`,
}

/** Each field on its line, with what it takes. */
export function fieldLines(fields: readonly FieldHelp[], language: 'en' | 'de'): string {
  const words = language === 'de' ? de : en
  return fields.map(({ name, kind }) => `- \`${name}\` – ${kindInWords(kind, words)}`).join('\n')
}

function kindInWords(of: FieldKind, words: typeof en): string {
  switch (of.kind) {
    case 'text':
    case 'object':
    case 'any':
      return words[of.kind]
    case 'day':
      return `${words.day} \`2026-12-24\``
    case 'boolean':
      return `${words.boolean} \`true | false\``
    case 'choice':
      return `\`${of.words.join(' | ')}\``
    case 'number':
      return `${words.number} ${rangeInWords(of, words)}`.trim()
    case 'list':
      return of.words.length === 0 ? words.list : `${words.list}: \`${of.words.join(' | ')}\``
    case 'objects':
      return `${words.objects} ${asCode(of.fields)}`
    default:
      return assertNever(of)
  }
}

function rangeInWords(
  { least, most }: { readonly least: number | null; readonly most: number | null },
  words: typeof en,
): string {
  if (least !== null) return most === null ? words.least(least) : words.between(least, most)
  return most === null ? '' : words.most(most)
}
