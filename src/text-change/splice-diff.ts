import { diffArrays } from 'diff'
import type { TextSplice } from '../shared/text/text-splices'
import type { DiffHunk } from '../shared/tool/diff'
import { CONTEXT_LINES, shownDiff, type TextDiff } from './text-diff'

/** Lines on both sides together up to which the shortest difference of one changed place is looked for. */
const COMPARED_LINES = 400

/** Lines that others take the place of. */
interface Block {
  /** Lines before it. */
  readonly line: number
  /** Characters before it. */
  readonly start: number
  /** Characters up to its end. */
  readonly end: number
  /** With their ends, as they are in the text. */
  readonly old: readonly string[]
  readonly young: readonly string[]
}

/**
 * The difference that splices make, line by line: only the lines that they touch are looked at, so that its cost is
 * that of the change and not of the text. Line ends are not shown, because edits keep them. `linesAbove` are those of
 * a longer text before this one.
 */
export function diffSplices(original: string, splices: readonly TextSplice[], linesAbove = 0): TextDiff {
  return shownDiff(hunksOf(original, joined(blocksOf(original, splices, linesAbove))))
}

/** The whole lines that splices touch, without what stays the same in them; in order, not overlapping. */
function* blocksOf(original: string, splices: readonly TextSplice[], linesAbove: number): Generator<Block> {
  let [line, counted] = [linesAbove, 0]
  for (let index = 0; index < splices.length; ) {
    const first = splices[index]
    if (first === undefined) return
    const start = lineStart(original, first.start)
    for (let at = original.indexOf('\n', counted); at >= 0 && at < start; at = original.indexOf('\n', at + 1))
      line++
    counted = start
    const young: string[] = []
    let [taken, end] = [start, start]
    for (let next: TextSplice | undefined = first; next !== undefined; ) {
      young.push(original.slice(taken, next.start), next.text)
      taken = next.end
      end = lineEnd(original, next.end)
      const follower = splices[++index]
      // At the end of the text there is no line after the last one that it could begin.
      const meets = follower !== undefined && (follower.start < end || end === original.length)
      next = meets ? follower : undefined
    }
    young.push(original.slice(taken, end))
    yield* trimmed({
      line,
      start,
      end,
      old: linesOf(original.slice(start, end)),
      young: linesOf(young.join('')),
    })
  }
}

/** The parts of a block that differ. */
function* trimmed(block: Block): Generator<Block> {
  const { old, young } = block
  const least = Math.min(old.length, young.length)
  let head = 0
  while (head < least && sameLine(old[head], young[head])) head++
  let tail = 0
  while (tail < least - head && sameLine(old.at(-1 - tail), young.at(-1 - tail))) tail++
  const [gone, come] = [old.slice(head, old.length - tail), young.slice(head, young.length - tail)]
  if (gone.length === 0 && come.length === 0) return
  let [line, start] = [block.line + head, block.start + lengthOf(old.slice(0, head))]
  if (gone.length === 0 || come.length === 0 || gone.length + come.length > COMPARED_LINES) {
    yield { line, start, end: start + lengthOf(gone), old: gone, young: come }
    return
  }
  let [removed, added]: [string[], string[]] = [[], []]
  const both = diffArrays(gone, come, { comparator: sameLine })
  for (const part of [...both, null]) {
    if (part?.removed) removed = part.value
    else if (part?.added) added = part.value
    else {
      if (removed.length + added.length > 0) {
        const end = start + lengthOf(removed)
        yield { line, start, end, old: removed, young: added }
        ;[line, start, removed, added] = [line + removed.length, end, [], []]
      }
      // Of lines that count as the same the difference gives the new one; the old one may end otherwise.
      const same =
        part === null
          ? []
          : gone.slice(line - block.line - head, line - block.line - head + part.value.length)
      line += same.length
      start += lengthOf(same)
    }
  }
}

/** Blocks that follow each other without a line between them as one, so that removed lines come before added ones. */
function joined(blocks: Iterable<Block>): Block[] {
  const runs: { line: number; start: number; end: number; old: string[]; young: string[] }[] = []
  for (const { line, start, end, old, young } of blocks) {
    const last = runs.at(-1)
    if (last === undefined || last.end !== start) {
      runs.push({ line, start, end, old: [...old], young: [...young] })
      continue
    }
    last.end = end
    for (const one of old) last.old.push(one)
    for (const one of young) last.young.push(one)
  }
  return runs
}

/** Blocks with the lines around them; those whose surroundings meet share a hunk. */
function hunksOf(original: string, blocks: readonly Block[]): DiffHunk[] {
  const hunks: DiffHunk[] = []
  // How many lines more there are by then.
  let shift = 0
  for (let index = 0; index < blocks.length; ) {
    const first = blocks[index]
    if (first === undefined) break
    const before = linesBefore(original, first.start)
    const oldStart = first.line - before.length + 1
    const newStart = oldStart + shift
    const lines = before.flatMap((line) => signed(' ', line))
    let [oldLines, newLines] = [before.length, before.length]
    for (let block: Block | undefined = first; block !== undefined; ) {
      for (const line of block.old) lines.push(...signed('-', line))
      for (const line of block.young) lines.push(...signed('+', line))
      shift += block.young.length - block.old.length
      const next: Block | undefined = blocks[++index]
      const between: number =
        next === undefined ? Number.POSITIVE_INFINITY : next.line - block.line - block.old.length
      const near: boolean = between <= 2 * CONTEXT_LINES
      const after =
        near && next !== undefined
          ? linesOf(original.slice(block.end, next.start))
          : linesAfter(original, block.end)
      for (const line of after) lines.push(...signed(' ', line))
      oldLines += block.old.length + after.length
      newLines += block.young.length + after.length
      block = near ? next : undefined
    }
    hunks.push({ oldStart, oldLines, newStart, newLines, lines })
  }
  return hunks
}

function signed(sign: string, line: string): string[] {
  const shown = `${sign}${withoutEnd(line)}`
  return line.endsWith('\n') ? [shown] : [shown, '\\ No newline at end of file']
}

function sameLine(one: string | undefined, other: string | undefined): boolean {
  if (one === other) return true
  if (one === undefined || other === undefined || one.endsWith('\n') !== other.endsWith('\n')) return false
  return withoutEnd(one) === withoutEnd(other)
}

function withoutEnd(line: string): string {
  if (!line.endsWith('\n')) return line
  return line.slice(0, line.endsWith('\r\n') ? -2 : -1)
}

function linesBefore(original: string, start: number): string[] {
  let from = start
  for (let count = 0; count < CONTEXT_LINES && from > 0; count++) from = lineStart(original, from - 1)
  return linesOf(original.slice(from, start))
}

function linesAfter(original: string, end: number): string[] {
  let to = end
  for (let count = 0; count < CONTEXT_LINES && to < original.length; count++) to = lineEnd(original, to)
  return linesOf(original.slice(end, to))
}

/** Where the line that a place is in begins. */
function lineStart(text: string, place: number): number {
  // Searched from -1, `lastIndexOf` would look at the first character.
  return place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1
}

/** Where the line that a place is in ends, its line break included. */
function lineEnd(text: string, place: number): number {
  const at = text.indexOf('\n', place)
  return at < 0 ? text.length : at + 1
}

/** Lines with their ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0)
}
