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

/** Shows control and bidirectional-override characters as escapes, but for line feeds and tabs. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  )
}
