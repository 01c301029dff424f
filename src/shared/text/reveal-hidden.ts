import { assertNever } from '../errors'
import { shortened } from './start-of'
/** Why a piece of text can't be seen, or is not what it seems. */
export type HiddenKind =
  | 'bidi'
  | 'zero_width'
  | 'tag'
  | 'variation'
  | 'control'
  | 'blank'
  | 'spaces'
  | 'broken'

/** A piece of text as it may be shown: plain, or hidden and given a visible form. */
export type Revealed =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'hidden'
      readonly hidden: HiddenKind
      /** What stands in the text. */
      readonly raw: string
      /** What is shown instead. */
      readonly shown: string
      /** What it is, for a tooltip and screen readers. */
      readonly name: string
    }

/** How {@link revealHidden} treats what is common in code and in flowing text. */
export interface RevealOptions {
  /** `keep` leaves the indentation of a line as it is; prose is marked. */
  readonly indentation?: 'mark' | 'keep'
  /** `keep` leaves what flowing text is set with: it turns no letter round, hides none, and nobody runs prose. */
  readonly typesetting?: 'mark' | 'keep'
  /** What stands directly before and after a text that is a piece of another. */
  readonly around?: { readonly before: string; readonly after: string }
}

/** More spaces than this push text out of sight; no prose needs so many. */
const MAX_SPACES = 8
/** Indentation beyond this is no longer that of code. */
const MAX_INDENTATION = 64
/** Characters of a decoded message that a mark shows before it is cut. */
const MAX_DECODED = 80

const space = '[ \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\t]'
/** In the order of the alternatives below. */
const kinds: readonly HiddenKind[] = [
  'bidi',
  'zero_width',
  'tag',
  'variation',
  'control',
  'blank',
  'broken',
  'spaces',
]
// From Unicode 17: Bidi_Control; Default_Ignorable_Code_Point by use; Cc; letters and symbols without ink; Cs and noncharacters.
const bidi = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
const zeroWidth =
  '\\u00ad\\u034f\\u17b4\\u17b5\\u180e\\u200b-\\u200d\\u2060-\\u2065\\u206a-\\u206f\\ufeff\\ufff0-\\ufffb'
/** The same outside the first plane: of shorthand and music, and what is kept for more of them, which is drawn as nothing. */
const zeroWidthBeyond = '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0080}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}'
const variation = '\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f'
const control = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u2028\\u2029'
const blank = '\\u115f\\u1160\\u2800\\u3164\\uffa0'
const noncharacter = '\\ufdd0-\\ufdef\\ufffe\\uffff'
const loneReturn = '\\r(?!\\n)'
const manySpaces = `${space}{${MAX_SPACES + 1},}`
const suspects = new RegExp(
  [
    `([${bidi}]+)`,
    `([${zeroWidth}${zeroWidthBeyond}]+)`,
    '([\\u{e0000}-\\u{e007f}]+)',
    `([${variation}\\u{e0100}-\\u{e01ef}]+)`,
    `((?:[${control}]|${loneReturn})+)`,
    `([${blank}]+)`,
    `([\\p{Cs}${noncharacter}]+)`,
    `(${manySpaces})`,
  ].join('|'),
  'gu',
)
// Of the same parts, with one class for all that is outside the first plane: most text has none of it, and this says
// so many times faster than the search for which of them it is.
const anySuspect = new RegExp(
  `[${bidi}${zeroWidth}${variation}${control}${blank}${noncharacter}\\ud800-\\udfff]|${loneReturn}|${manySpaces}`,
)

const names: ReadonlyMap<number, readonly [short: string, long: string]> = new Map([
  [0x00, ['NUL', 'null']],
  [0x08, ['BS', 'backspace']],
  [0x0d, ['CR', 'carriage return']],
  [0x1b, ['ESC', 'escape']],
  [0x7f, ['DEL', 'delete']],
  [0xad, ['SHY', 'soft hyphen']],
  [0x61c, ['ALM', 'Arabic letter mark']],
  [0x200b, ['ZWSP', 'zero-width space']],
  [0x200c, ['ZWNJ', 'zero-width non-joiner']],
  [0x200d, ['ZWJ', 'zero-width joiner']],
  [0x200e, ['LRM', 'left-to-right mark']],
  [0x200f, ['RLM', 'right-to-left mark']],
  [0x2028, ['LS', 'line separator']],
  [0x2029, ['PS', 'paragraph separator']],
  [0x202a, ['LRE', 'left-to-right embedding']],
  [0x202b, ['RLE', 'right-to-left embedding']],
  [0x202c, ['PDF', 'end of a direction change']],
  [0x202d, ['LRO', 'left-to-right override']],
  [0x202e, ['RLO', 'right-to-left override']],
  [0x2060, ['WJ', 'word joiner']],
  [0x2066, ['LRI', 'left-to-right isolate']],
  [0x2067, ['RLI', 'right-to-left isolate']],
  [0x2068, ['FSI', 'first strong isolate']],
  [0x2069, ['PDI', 'end of a direction isolate']],
  [0xfeff, ['BOM', 'zero-width no-break space']],
])

const joiningLetter =
  /[\p{Script_Extensions=Arabic}\p{Script_Extensions=Syriac}\p{Script_Extensions=Mongolian}\p{Script_Extensions=Devanagari}\p{Script_Extensions=Bengali}\p{Script_Extensions=Gurmukhi}\p{Script_Extensions=Gujarati}\p{Script_Extensions=Oriya}\p{Script_Extensions=Tamil}\p{Script_Extensions=Telugu}\p{Script_Extensions=Kannada}\p{Script_Extensions=Malayalam}\p{Script_Extensions=Sinhala}\p{Script_Extensions=Khmer}]$/u
const joiningStart = new RegExp(`^${joiningLetter.source.slice(0, -1)}`, 'u')
/** The three flags that Unicode recommends for interchange: England, Scotland, Wales. */
const flagTags = new Set(
  ['gbeng', 'gbsct', 'gbwls'].map(
    (code) =>
      [...code].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('') +
      String.fromCodePoint(0xe007f),
  ),
)

/** A place for a line break or none (as in German, Thai and Khmer), and the direction of what is beside it; several may spell a message. */
const typesetter = /^[\u00ad\u061c\u200b\u200e\u200f\u2060]$/u
/** What ends a word that joins: a half form, a chillu, and what was left behind an ending. */
const joinerAtEnd = /^[\u200c\u200d]$/u
/** Forms of a letter that texts choose, by the letter. */
const forms: readonly (readonly [letter: RegExp, form: RegExp])[] = [
  [/\p{Script=Han}$/u, /^[\u{e0100}-\u{e01ef}]$/u],
  [/\p{Script=Mongolian}$/u, /^[\u180b-\u180f]$/u],
]
/** However many: drawn as one space. */
const collapsing = /^[ \t\r]+$/u

/** Whether a hidden character is what flowing text is set with. */
function isTypesetting(raw: string, before: string, after: string): boolean {
  if (typesetter.test(raw) || collapsing.test(raw)) return true
  if (joinerAtEnd.test(raw) && joiningLetter.test(before) && !/^[\p{L}\p{N}]/u.test(after)) return true
  return forms.some(([letter, form]) => letter.test(before) && form.test(raw))
}

/** Whether a hidden character does its ordinary work here: in an emoji, or between letters that join. */
function isOrdinary(hidden: HiddenKind, raw: string, before: string, after: string): boolean {
  if (hidden === 'variation' && (raw === '\ufe0f' || raw === '\ufe0e')) {
    return (
      /\p{Extended_Pictographic}$/u.test(before) || (/[0-9#*]$/.test(before) && after.startsWith('\u20e3'))
    )
  }
  if (hidden === 'zero_width' && (raw === '\u200d' || raw === '\u200c')) {
    const inEmoji =
      raw === '\u200d' &&
      /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u.test(before) &&
      /^\p{Extended_Pictographic}/u.test(after)
    return inEmoji || (joiningLetter.test(before) && joiningStart.test(after))
  }
  return hidden === 'tag' && before.endsWith('\u{1f3f4}') && flagTags.has(raw)
}

const nothingAround = { before: '', after: '' }

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function cut(text: string): string {
  return shortened(text, MAX_DECODED)
}

/** Tag characters mirror ASCII: what they spell is what a model would read. */
function decodeTags(raw: string): string {
  return [...raw]
    .map((character) => (character.codePointAt(0) ?? 0) - 0xe0000)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCodePoint(code))
    .join('')
}

function describe(hidden: HiddenKind, raw: string): { readonly shown: string; readonly name: string } {
  const characters = [...raw]
  const first = characters[0] ?? ''
  const times = characters.length > 1 ? `×${characters.length}` : ''
  switch (hidden) {
    case 'tag': {
      const message = cut(decodeTags(raw))
      return {
        shown: message ? `tags: ${message}` : `tags${times}`,
        name: `${characters.length} invisible tag characters${message ? ` that spell “${message}”` : ''}`,
      }
    }
    case 'spaces':
      return { shown: `␣${times}`, name: `${characters.length} spaces in a row` }
    case 'variation':
      return { shown: `VS${times}`, name: `${characters.length} invisible variation selectors` }
    case 'bidi':
    case 'zero_width':
    case 'control':
    case 'blank':
    case 'broken': {
      if (characters.every((character) => character === first)) {
        const known = names.get(first.codePointAt(0) ?? -1)
        const point = codePoint(first)
        const kind = hidden === 'broken' ? 'not a character' : `invisible character`
        return {
          shown: `${known?.[0] ?? point}${times}`,
          name: `${known?.[1] ?? kind} (${point})${times && ` ${times}`}`,
        }
      }
      const shown = characters.map(
        (character) => names.get(character.codePointAt(0) ?? -1)?.[0] ?? codePoint(character),
      )
      return { shown: cut(shown.join(' ')), name: cut(characters.map(codePoint).join(' ')) }
    }
    default:
      return assertNever(hidden)
  }
}

/** Splits text into what can be seen and what hides: direction changes, zero-width and tag characters, controls, blanks and long runs of spaces. Joined `raw` and `text` give the input back. */
export function revealHidden(
  text: string,
  { indentation = 'mark', typesetting = 'mark', around = nothingAround }: RevealOptions = {},
): readonly Revealed[] {
  if (!anySuspect.test(text)) return [{ kind: 'text', text }]
  const pieces: Revealed[] = []
  let done = 0
  for (const match of text.matchAll(suspects)) {
    const raw = match[0]
    const hidden = kinds[match.slice(1).findIndex((group) => group !== undefined)]
    if (hidden === undefined) continue
    const end = match.index + raw.length
    // Enough around it to see the neighbouring character whole, surrogates included.
    const before = (around.before + text.slice(Math.max(0, match.index - 2), match.index)).slice(-2)
    const after = (text.slice(end, end + 2) + around.after).slice(0, 2)
    const startsLine = match.index === 0 || before.endsWith('\n')
    if (hidden === 'spaces' && indentation === 'keep' && startsLine && raw.length <= MAX_INDENTATION) continue
    if (typesetting === 'keep' && isTypesetting(raw, before, after)) continue
    if (isOrdinary(hidden, raw, before, after)) continue
    if (match.index > done) pieces.push({ kind: 'text', text: text.slice(done, match.index) })
    pieces.push({ kind: 'hidden', hidden, raw, ...describe(hidden, raw) })
    done = end
  }
  if (done < text.length || pieces.length === 0) pieces.push({ kind: 'text', text: text.slice(done) })
  return pieces
}

/** Whether a text holds anything that {@link revealHidden} would mark. */
export function hasHidden(text: string, options?: RevealOptions): boolean {
  return revealHidden(text, options).some((piece) => piece.kind === 'hidden')
}

/** The text with every hidden piece written out in angle brackets, for places that can't hold elements. */
export function revealAsText(text: string): string {
  return revealHidden(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `⟨${piece.shown}⟩`))
    .join('')
}

/** The text without every hidden piece; a long run of spaces becomes one. */
export function withoutHidden(text: string, options?: RevealOptions): string {
  return revealHidden(text, options)
    .map((piece) => (piece.kind === 'text' ? piece.text : piece.hidden === 'spaces' ? ' ' : ''))
    .join('')
}
