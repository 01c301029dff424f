// What is added to the grammar of Markdown is written for micromark's tokenizer, character by character.

/** A character by its number; null at the end, and below zero for line ends and tabs. */
export type Code = number | null
export type State = (code: Code) => State | undefined
interface Token {
  readonly type: string
}

/** As much of micromark's tokenizer as is needed here. */
interface Effects {
  enter(type: string): Token
  exit(type: string): Token
  consume(code: Code): void
  attempt(construct: Construct, ok: State, nok: State): State
}
interface Context {
  readonly previous: Code
  sliceSerialize(token: Token): string
}
export interface Construct {
  readonly name?: string
  readonly partial?: boolean
  /** Whether it may begin behind this character. */
  previous?(code: Code): boolean
  tokenize(this: Context, effects: Effects, ok: State, nok: State): State
}

/** Whether a character ends a line. */
export const isLineEnd = (code: Code): boolean => code !== null && code < -2

/** Adds to the grammar within lines: what to try where a character stands, by its number. `data` is the plugin's own. */
export function withGrammar(
  data: { micromarkExtensions?: unknown[] },
  text: Readonly<Record<number, Construct>>,
): void {
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { text }]
}
