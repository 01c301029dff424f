import { createHash } from 'node:crypto'
import { AppError, assertNever } from '../../../shared/errors'
import { withoutPadding } from '../../../shared/web/without-padding'
import type { TextOperation } from '../module'
import { formatJson } from './format-json'

/** How much text there is. */
export interface TextCounts {
  readonly characters: number
  readonly words: number
  readonly lines: number
  readonly bytes: number
}

const word = /[\p{L}\p{M}\p{N}]+(?:['’.\-_][\p{L}\p{M}\p{N}]+)*/gu

/** Does one exact operation on a text. */
export function transformText(text: string, operation: TextOperation): string {
  switch (operation) {
    case 'upper_case':
      return text.toUpperCase()
    case 'lower_case':
      return text.toLowerCase()
    case 'title_case':
      return text.replace(/[\p{L}\p{M}\p{N}'’]+/gu, capitalized)
    case 'snake_case':
      return eachLine(text, (words) => words.join('_'))
    case 'kebab_case':
      return eachLine(text, (words) => words.join('-'))
    case 'camel_case':
      return eachLine(text, ([first = '', ...rest]) => first + rest.map(capitalized).join(''))
    case 'trim_lines':
      return onLines(text, (lines) => lines.map((line) => line.trim()))
    case 'sort_lines':
      return onLines(text, (lines) => lines.sort(new Intl.Collator(undefined, { numeric: true }).compare))
    case 'unique_lines':
      return onLines(text, (lines) => [...new Set(lines)])
    case 'reverse_lines':
      return onLines(text, (lines) => lines.reverse())
    case 'count': {
      const { characters, words, lines, bytes } = countText(text)
      return `${characters} characters, ${words} words, ${lines} lines, ${bytes} bytes`
    }
    case 'base64_encode':
      return Buffer.from(whole(text), 'utf8').toString('base64')
    case 'base64_decode':
      return decodeBase64(text)
    case 'url_encode':
      return encodeURIComponent(whole(text))
    case 'url_decode':
      return decodeUrl(text)
    case 'json_format':
      return formatJson(text, 2)
    case 'json_minify':
      return formatJson(text, 0)
    case 'sha256':
      return createHash('sha256').update(whole(text), 'utf8').digest('hex')
    default:
      return assertNever(operation)
  }
}

/** Counts code points, words, lines and UTF-8 bytes. */
export function countText(text: string): TextCounts {
  let characters = 0
  for (const _ of text) characters++
  return {
    characters,
    words: text.match(word)?.length ?? 0,
    lines: text === '' ? 0 : splitLines(text).lines.length,
    bytes: Buffer.byteLength(text, 'utf8'),
  }
}

function capitalized(value: string): string {
  const [first = '', ...rest] = value
  return first.toUpperCase() + rest.join('').toLowerCase()
}

/** Words of each line in lower case, put together anew: fooBar, FOO_BAR and "foo bar" have the same words. */
function eachLine(text: string, join: (words: string[]) => string): string {
  return onLines(text, (lines) =>
    lines.map((line) => {
      const spaced = line
        .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
        .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
        .replace(/['’]/g, '')
      return join((spaced.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((part) => part.toLowerCase()))
    }),
  )
}

/** A line end at the end stays at the end and is no line of its own. */
function onLines(text: string, change: (lines: string[]) => string[]): string {
  const { lines, ending, closed } = splitLines(text)
  return change(lines).join(ending) + (closed ? ending : '')
}

function splitLines(text: string): { lines: string[]; ending: string; closed: boolean } {
  const ending = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(/\r?\n/)
  const closed = lines.length > 1 && lines.at(-1) === ''
  if (closed) lines.pop()
  return { lines, ending, closed }
}

function whole(text: string): string {
  if (!text.isWellFormed()) throw invalid('The text has half a character in it (a lone surrogate).')
  return text
}

function decodeBase64(text: string): string {
  const compact = withoutPadding(text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/'))
  if (!/^[A-Za-z0-9+/]*$/.test(compact) || compact.length % 4 === 1) throw invalid('The text is not Base64.')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(compact, 'base64'))
  } catch (cause) {
    throw invalid('The Base64 holds binary data, not UTF-8 text.', cause)
  }
}

function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (cause) {
    throw invalid('The text has a % that is not followed by a UTF-8 character in hexadecimal.', cause)
  }
}

function invalid(message: string, cause?: unknown): AppError {
  return new AppError('invalid_input', message, { cause, field: 'text' })
}
