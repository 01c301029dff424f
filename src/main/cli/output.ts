import { revealHidden } from '../../shared/text/reveal-hidden'

/** Where a command writes: answers on standard output, everything else on standard error. */
export interface Output {
  readonly json: boolean
  /** One JSON document; nothing without `--json`. */
  document(value: unknown): void
  /** One JSON object on a line of a stream; nothing without `--json`. */
  line(value: unknown): void
  /** Text for people; nothing with `--json`. */
  text(text: string): void
  /** Progress and notes, on standard error. */
  note(text: string): void
}

/** Makes the output of a command; control characters in text can't drive the terminal. */
export function createOutput(json: boolean): Output {
  return {
    json,
    document: (value) => {
      if (json) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
    },
    line: (value) => {
      if (json) process.stdout.write(`${JSON.stringify(value)}\n`)
    },
    text: (text) => {
      if (!json) process.stdout.write(`${printable(text)}\n`)
    },
    note: (text) => process.stderr.write(`${printable(text)}\n`),
  }
}

/**
 * Shows as escapes whatever drives a terminal or can't be seen in it, but for line ends, tabs and runs of spaces, of which
 * a terminal cuts nothing off.
 */
export function printable(text: string): string {
  return revealHidden(text)
    .map((piece) => {
      if (piece.kind === 'text') return piece.text
      return piece.hidden === 'spaces' ? piece.raw : [...piece.raw].map(escaped).join('')
    })
    .join('')
}

/** The same in one line: a name with a line break must not pose as a line of ours. */
export function inOneLine(text: string): string {
  return text.replaceAll('\r', '\\r').replaceAll('\n', '\\n')
}

/** Text of several lines below a line of ours; none of them can pose as one. */
export function indented(text: string): string {
  return text.replaceAll('\r', '').replaceAll('\n', '\n      │ ')
}

function escaped(character: string): string {
  const code = character.codePointAt(0)?.toString(16) ?? ''
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}
