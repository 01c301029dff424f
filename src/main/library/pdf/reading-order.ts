/** A rectangle on a page in points, with y upwards. */
export type LineBox = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A line, or the part of one between two wide gaps: a range of characters and its place, where it is known. */
export type LinePiece = { readonly first: number; readonly end: number; readonly box: LineBox | null }

/** So many rows must have a gap at the same place to make a gutter. */
const GUTTER_ROWS = 5

/** Lines of a column fill this part of its width (median) and hold so many characters; cells of a table do not. */
const COLUMN_FILL = 0.6
const COLUMN_LETTERS = 15

/** Columns inside columns that are looked for; newspapers have up to six side by side. */
const MAX_DEPTH = 3

/**
 * Puts the rows of a page, each given by its pieces from left to right, into the order of reading: where many
 * rows have a gap at the same place, what is left of it is read before what is right of it, down to the next
 * line that crosses it. Pages whose pieces are no running text, as tables, keep their rows whole.
 */
export function readingOrder(rows: readonly (readonly LinePiece[])[]): LinePiece[] {
  const gutter = findGutter(rows)
  return gutter === null ? rows.map(whole) : readColumns(rows, gutter, 0)
}

function readColumns(rows: readonly (readonly LinePiece[])[], gutter: number, depth: number): LinePiece[] {
  const read: LinePiece[] = []
  let left: LinePiece[][] = []
  let right: LinePiece[][] = []
  const flush = () => {
    for (const side of [left, right]) {
      const inner = depth + 1 < MAX_DEPTH ? findGutter(side) : null
      read.push(...(inner === null ? side.map(whole) : readColumns(side, inner, depth + 1)))
    }
    left = []
    right = []
  }
  for (const row of rows) {
    const before = row.filter(({ box }) => box === null || box.right <= gutter)
    const after = row.filter(({ box }) => box !== null && box.left >= gutter)
    if (before.length + after.length < row.length) {
      flush()
      read.push(whole(row))
      continue
    }
    if (before.length > 0) left.push(before)
    if (after.length > 0) right.push(after)
  }
  flush()
  return read
}

function whole(row: readonly LinePiece[]): LinePiece {
  const [first] = row
  const last = row.at(-1)
  if (first === undefined || last === undefined) return { first: 0, end: 0, box: null }
  const box = first.box === null || last.box === null ? null : { ...first.box, right: last.box.right }
  return { first: first.first, end: last.end, box }
}

/** The end of the longest line beside the gap that most rows have in common, if both sides read as columns; else null. */
function findGutter(rows: readonly (readonly LinePiece[])[]): number | null {
  const starts: number[] = []
  const ends: number[] = []
  for (const row of rows) {
    for (let index = 1; index < row.length; index++) {
      const from = row[index - 1]?.box?.right
      const to = row[index]?.box?.left
      if (from === undefined || to === undefined || from >= to) continue
      starts.push(from)
      ends.push(to)
    }
  }
  starts.sort((a, b) => a - b)
  ends.sort((a, b) => a - b)
  let best = { at: 0, rows: 0 }
  let ended = 0
  starts.forEach((at, index) => {
    while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= at) ended++
    const common = index + 1 - ended
    if (common >= best.rows) best = { at, rows: common }
  })
  if (best.rows < GUTTER_ROWS) return null
  const split = rows.filter((row) => row.length > 1)
  const left = split.map((row) => row.filter(({ box }) => box !== null && box.right <= best.at))
  const right = split.map((row) => row.filter(({ box }) => box !== null && box.left >= best.at))
  return isText(left) && isText(right) ? best.at : null
}

/** Whether the rows of one side are running text; several columns on it are looked at again, each by itself. */
function isText(rows: readonly (readonly LinePiece[])[]): boolean {
  const widths: number[] = []
  let pieces = 0
  let letters = 0
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    let width = 0
    for (const { first, end, box } of row) {
      if (box === null) continue
      pieces++
      letters += end - first
      width += box.right - box.left
      from = Math.min(from, box.left)
      to = Math.max(to, box.right)
    }
    if (width > 0) widths.push(width)
  }
  if (widths.length < GUTTER_ROWS || letters < COLUMN_LETTERS * pieces) return false
  widths.sort((a, b) => a - b)
  return (widths[widths.length >> 1] ?? 0) >= COLUMN_FILL * (to - from)
}
