// Markdown that no person writes: parsing and drawing it goes through its levels one inside the other, which takes
// seconds first and then more stack than there is.

/** Quotations and lists one inside the other. */
const mostContainers = 100
/** Emphasis, strong and struck words one inside the other, as far as their marks tell. */
const mostEmphases = 300
/** Pictures one inside the other’s description. */
const mostDescriptions = 50
/** Each mark of code is looked for up to the end of its paragraph, and those of another length are others. */
const longestTicks = 100

const marker = String.raw`(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])`
const onOneLine = new RegExp(String.raw`^[ \t]*(?:${marker}[ \t]*){${mostContainers},}`, 'mu')
// A level takes two columns at least, a tab four of them.
const byIndentation = new RegExp(String.raw`^(?: {4}|\t){${mostContainers / 2},}[ \t]*${marker}`, 'mu')
const ticks = new RegExp(`\`{${longestTicks + 1},}`, 'u')

/** Whether a text is nested so deep that it can’t be drawn as Markdown. */
export function isTangled(text: string): boolean {
  if (ticks.test(text) || onOneLine.test(text) || byIndentation.test(text)) return true
  return text.split(/\n[ \t]*\n/u).some((block) => isNested(block))
}

function isNested(block: string): boolean {
  const open: string[] = []
  let descriptions = 0
  for (const { 0: mark, index } of block.matchAll(/[*_~]+|!\[|\]/gu)) {
    if (mark === '![') descriptions++
    else if (mark === ']') descriptions = Math.max(0, descriptions - 1)
    else if (open.at(-1) === mark && !isBlank(block[index - 1])) open.pop()
    else if (!isBlank(block[index + mark.length])) open.push(mark)
    if (descriptions > mostDescriptions || open.length > mostEmphases) return true
  }
  return false
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || character.trim() === ''
}
