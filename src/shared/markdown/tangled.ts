// Markdown that no person writes: parsing and drawing it goes through its levels one inside the other, which takes
// seconds first and then more stack than there is.

/** Quotations and lists one inside the other. */
const mostContainers = 100
/** Emphasis, strong and struck words one inside the other, as far as their marks tell. */
const mostEmphases = 300
/** Pictures one inside the other’s description. */
const mostDescriptions = 50
/** Marks of emphasis in one paragraph: each that may end one is compared with all that are open before it. */
const mostMarks = 2000
/** Brackets between those that open and those that close them, all together: each pair is looked through again. */
const mostBetweenBrackets = 500_000
/** Underlined headings in a row without an empty line, of which each is put together from all before it. */
const mostUnderlines = 1000
/** Cells of a table that its rows have not, and that are drawn all the same because its head has them. */
const mostMissingCells = 20_000
/** Characters of a block that can come to any of these. */
const fewestPiled = 400
/** Each mark of code is looked for up to the end of its paragraph, and those of another length are others. */
const longestTicks = 100

const marker = String.raw`(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])`
const onOneLine = new RegExp(String.raw`^[ \t]*(?:${marker}[ \t]*){${mostContainers}}`, 'mu')
// A level takes two columns at least, a tab four of them.
const byIndentation = new RegExp(String.raw`^(?: {4}|\t){${mostContainers / 2}}[ \t]*${marker}`, 'mu')
const ticks = new RegExp(`\`{${longestTicks + 1},}`, 'u')

/** Whether a text is nested so deep that it can’t be drawn as Markdown. */
export function isTangled(text: string): boolean {
  if (ticks.test(text) || onOneLine.test(text) || byIndentation.test(text)) return true
  // Between empty lines, whichever line ends it has.
  const blocks = outsideOfCode(text.replace(/\r\n?/gu, '\n')).split(/\n[ \t]*\n/u)
  return blocks.some(
    (block) => isNested(block) || (block.length >= fewestPiled && isPiled(block.split('\n'))),
  )
}

const fence = /^ {0,3}(?<mark>`{3,}(?!.*`)|~{3,})/u
/** HTML and formulas may hold what looks like a fence and is none. */
const mayHoldFences = /^[ \t]*(?:<|\$\$)/u

/**
 * A text without what stands between fences, of which nothing is taken for a mark. Only fences that are sure to be some:
 * none within a list, whose end ends them too, and none behind what may hold others.
 */
function outsideOfCode(text: string): string {
  const lines: string[] = []
  let open: { readonly mark: string; readonly indent: number } | null = null
  let isSure = true
  for (const line of text.split('\n')) {
    const indent = line.length - line.trimStart().length
    if (open !== null && line.trim() !== '' && indent < open.indent) open = null
    if (open !== null) {
      const rest: string = line.trim()
      if (indent < 4 && rest.startsWith(open.mark) && rest.replaceAll(open.mark.charAt(0), '') === '')
        open = null
      lines.push('')
      continue
    }
    const mark = isSure ? fence.exec(line)?.groups?.mark : undefined
    if (mark !== undefined) open = { mark, indent }
    if (mayHoldFences.test(line)) isSure = false
    lines.push(line)
  }
  return lines.join('\n')
}

/** What a line begins with that goes on with no paragraph: marks of lists, headings and quotations, and cells. */
const startsAnew = /^[ \t]*(?:[-+*>#|]|\d{1,9}[.)])/u
const underline = /^[ \t>]*(?:=+|-+)[ \t]*$/u
const isDash = (cell: string) => /^[ \t]*:?-+:?[ \t]*$/u.test(cell)
/** Marks of emphasis that may begin or end some: not those within a word or between two blanks. */
const marksOfEmphasis =
  /(?<=\S)[*~]+|[*~]+(?=\S)|(?<![\p{L}\p{N}\s])_+|(?<![\p{L}\p{N}])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}])/gu

/** Whether a block is short, and takes the square of its length all the same. */
function isPiled(lines: readonly string[]): boolean {
  let underlines = 0
  let marks = 0
  let columns = 0
  let missing = 0
  for (const line of lines) {
    const cells = line.split('|').length
    if (underline.test(line)) underlines++
    if (cells === 1 && startsAnew.test(line)) columns = 0
    // Each row of a table is read by itself.
    if (columns > 0 || startsAnew.test(line)) marks = 0
    marks += line.match(marksOfEmphasis)?.length ?? 0
    // The line below a table's head says how many cells each of its rows is drawn with.
    if (isBelowHead(line)) columns = Math.max(columns, cells)
    else missing += Math.max(0, columns - cells)
    if (underlines > mostUnderlines || marks > mostMarks || missing > mostMissingCells) return true
  }
  return false
}

function isBelowHead(line: string): boolean {
  const cells = line
    .replace(/^[ \t>]*\|?/u, '')
    .trimEnd()
    .replace(/\|$/u, '')
    .split('|')
  return cells.length > 1 && cells.every(isDash)
}

function isNested(block: string): boolean {
  const open: string[] = []
  let descriptions = 0
  const brackets: number[] = []
  let seen = 0
  let between = 0
  for (const { 0: mark, index } of block.matchAll(/[*_~]+|!?\[|\]/gu)) {
    if (mark === '![') descriptions++
    if (mark === '![' || mark === '[') brackets.push(seen++)
    else if (mark === ']') {
      descriptions = Math.max(0, descriptions - 1)
      between += seen++ - (brackets.pop() ?? seen)
    } else if (open.at(-1) === mark && !isBlank(block[index - 1])) open.pop()
    else if (!isBlank(block[index + mark.length])) open.push(mark)
    if (descriptions > mostDescriptions || open.length > mostEmphases) return true
    if (between > mostBetweenBrackets) return true
  }
  return false
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || character.trim() === ''
}
