import { describe, expect, it } from 'vitest'
import { composeSplices, spliceText, type TextSplice } from '../shared/text/text-splices'
import type { DiffHunk } from '../shared/tool/diff'
import { diffSplices } from './splice-diff'
import { diffTexts } from './text-diff'

const lines = (count: number) => Array.from({ length: count }, (_, line) => `line ${line + 1}\n`).join('')
const replacing = (text: string, old: string, young: string): TextSplice => {
  const start = text.indexOf(old)
  return { start, end: start + old.length, text: young }
}

describe('the difference that splices make', () => {
  it('is what comparing the whole texts shows', () => {
    const text = lines(60)
    for (const splices of [
      [replacing(text, 'line 1\n', 'first\n')],
      [replacing(text, 'line 30', 'thirty')],
      [replacing(text, 'line 60\n', 'last')],
      [replacing(text, 'line 20\nline 21\n', '')],
      [{ start: text.length, end: text.length, text: 'more\nand more\n' }],
      [{ start: 0, end: 0, text: 'before all\n' }],
      [replacing(text, 'line 10\n', 'ten\n'), replacing(text, 'line 16\n', 'sixteen\n')],
      [replacing(text, 'line 10\n', 'ten\n'), replacing(text, 'line 18\n', 'eighteen\n')],
      [replacing(text, 'line 10\nline 11\nline 12\n', 'line 10\neleven\nline 12\n')],
    ]) {
      expect(diffSplices(text, splices)).toEqual(diffTexts(text, spliceText(text, splices)))
    }
  })

  it('shows no line ends, and a missing one at the end of the file', () => {
    const text = 'one\r\ntwo\r\nthree'
    const diff = diffSplices(text, [replacing(text, 'two', '2'), replacing(text, 'three', '3')])
    expect(diff.hunks[0]?.lines).toEqual([
      ' one',
      '-two',
      '-three',
      '\\ No newline at end of file',
      '+2',
      '+3',
      '\\ No newline at end of file',
    ])
  })

  it('leads from the old text to the new one, wherever the splices are', () => {
    const random = randomFrom(7)
    for (let round = 0; round < 400; round++) {
      const text = randomText(random, 40)
      const splices = randomSplices(random, text)
      const after = spliceText(text, splices)
      const { hunks } = diffSplices(text, splices)
      expect(followed(text, hunks), JSON.stringify({ text, splices, hunks })).toBe(after)
    }
  })
})

describe('two steps of splices', () => {
  it('are one that makes the same text', () => {
    const random = randomFrom(11)
    for (let round = 0; round < 400; round++) {
      const text = randomText(random, 12)
      const first = randomSplices(random, text)
      const between = spliceText(text, first)
      const second = randomSplices(random, between)
      const composed = composeSplices(first, second, between)
      expect(spliceText(text, composed)).toBe(spliceText(between, second))
      for (const [index, { start, end }] of composed.entries()) {
        expect(start).toBeGreaterThanOrEqual(composed[index - 1]?.end ?? 0)
        expect(end).toBeGreaterThanOrEqual(start)
      }
    }
  })
})

/** The new text, by the hunks alone; throws where they do not fit the old one. */
function followed(text: string, hunks: readonly DiffHunk[]): string {
  const old = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const young: string[] = []
  let taken = 0
  for (const hunk of hunks) {
    young.push(...old.slice(taken, hunk.oldStart - 1))
    taken = hunk.oldStart - 1
    if (young.length !== hunk.newStart - 1) throw new Error(`It does not begin at new line ${hunk.newStart}.`)
    const [before, after] = [taken, young.length]
    for (const [index, line] of hunk.lines.entries()) {
      if (line.startsWith('\\')) continue
      const whole = hunk.lines[index + 1]?.startsWith('\\') ? line.slice(1) : `${line.slice(1)}\n`
      if (!line.startsWith('+') && old[taken++] !== whole) throw new Error(`Line ${taken} is not ${whole}`)
      if (!line.startsWith('-')) young.push(whole)
    }
    if (taken - before !== hunk.oldLines || young.length - after !== hunk.newLines)
      throw new Error('Miscounted.')
  }
  return [...young, ...old.slice(taken)].join('')
}

/** Numbers below a limit, always the same ones (mulberry32). */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

function randomText(random: (limit: number) => number, most: number): string {
  const count = random(most)
  const text = Array.from(
    { length: count },
    () => `${'abc'.charAt(random(3))}${'xy'.charAt(random(3))}\n`,
  ).join('')
  return random(2) === 0 ? text : text.slice(0, -1)
}

function randomSplices(random: (limit: number) => number, text: string): TextSplice[] {
  const places = Array.from({ length: 2 * random(6) }, () => random(text.length + 1)).sort((a, b) => a - b)
  const splices: TextSplice[] = []
  for (let index = 0; index + 1 < places.length; index += 2) {
    const [start = 0, end = 0] = [places[index], places[index + 1]]
    if (start < (splices.at(-1)?.end ?? 0)) continue
    splices.push({ start, end, text: ['', 'a', 'b\n', '\n', 'c\na', 'x\ny\nz\n'][random(6)] ?? '' })
  }
  return splices
}
