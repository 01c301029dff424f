import { pick, seeded, vocabulary } from './generated-words'

/** What is said in generated conversations, the same for the same seed. */
export interface Chatter {
  question(): string
  sentence(): string
  /** Markdown as models write it: headings, lists, tables, code, links and citations. */
  answer(): string
  /** Text of a file, of so many characters. */
  content(length: number): string
  /** A call of a tool that reads, with its state, of so many characters. */
  reading(length: number): {
    readonly call: { readonly name: string; readonly input: unknown }
    readonly state: unknown
  }
}

const lineLength = 90

/** Starts the generator. */
export function generateChat(seed: number): Chatter {
  const random = seeded(seed)
  const words = vocabulary(random)
  const word = () => pick(random, words)
  const some = (count: number) => Array.from({ length: count }, word).join(' ')
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  const sentence = (): string => `${capital(some(between(6, 16)))}.`
  const prose = (sentences: number) => Array.from({ length: sentences }, sentence).join(' ')
  const rich = () =>
    `${prose(between(1, 3))} The **${some(2)}** is in \`${word()}.${word()}\`, see [${some(2)}](https://example.org/${word()}) and [${capital(some(2))}, p. ${between(1, 400)}]. ${sentence()}`
  const list = () =>
    Array.from(
      { length: between(3, 7) },
      (_, at) => `${random() < 0.5 ? `${at + 1}.` : '-'} **${word()}** – ${sentence()}`,
    ).join('\n')
  const code = () =>
    [
      '```ts',
      `/** ${sentence()} */`,
      `export function ${word()}(${word()}: string): number {`,
      ...Array.from(
        { length: between(4, 14) },
        () => `  const ${word()} = ${word()}('${some(2)}', ${between(1, 99)}) // ${word()}`,
      ),
      `  return ${between(1, 99)}`,
      '}',
      '```',
    ].join('\n')
  const table = () =>
    [
      `| ${word()} | ${word()} | ${word()} |`,
      '| --- | ---: | --- |',
      ...Array.from({ length: between(3, 8) }, () => `| ${some(2)} | ${between(1, 9999)} | ${some(3)} |`),
    ].join('\n')
  const quote = () => `> ${prose(2)}`
  const content = (length: number) => {
    const lines: string[] = []
    for (let left = length; left > 0; left -= lineLength + 1) {
      lines.push(some(lineLength / 4).slice(0, Math.min(lineLength, left)))
    }
    return lines.join('\n').slice(0, length)
  }
  // Words of a long file matter less than their number: made once, cut elsewhere each time.
  const shelf = content(1_000_000)
  return {
    question: () => prose(between(1, 3)),
    sentence,
    answer() {
      const parts = [rich()]
      const kinds = [list, code, table, quote, rich, rich]
      for (let part = between(1, 4); part > 0; part--) {
        if (random() < 0.4) parts.push(`${'#'.repeat(between(2, 3))} ${capital(some(3))}`)
        parts.push((kinds[Math.floor(random() * kinds.length)] ?? rich)(), rich())
      }
      return parts.join('\n\n')
    },
    content(length) {
      const from = Math.floor(random() * (shelf.length - length))
      return shelf.slice(from, from + length)
    },
    reading(length) {
      const name = `${word()}.md`
      const text = this.content(length)
      const lines = text.split('\n').length
      return {
        call: { name: 'read_file', input: { path: name } },
        state: {
          ...{ path: `/home/person/${name}`, name, size: length, encoding: 'utf-8', text },
          ...{ start_line: 1, end_line: lines, total_lines: lines, truncated: false },
        },
      }
    },
  }
}
