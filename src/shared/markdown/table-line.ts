/** A line that is a row of a table in Markdown with bars at both ends, as Countersign writes them (GFM 4.10). */
const row = /^[^\S\n]*\|.*\|[^\S\n]*$/u
/** One that only draws the line below its head. */
const rule = /^[^\S\n]*\|(?:[^\S\n]*:?-+:?[^\S\n]*\|)+[^\S\n]*$/u

/** Whether a line is a row of a table. */
export function isTableRow(line: string): boolean {
  return row.test(line)
}

/** Whether a row only draws a line. */
export function isTableRule(line: string): boolean {
  return rule.test(line)
}

/** A row, or a part of one, with `edge` for the bars between and around its cells; an escaped bar is one of its words. */
export function withCellEdges(part: string, edge: string): string {
  return part.replace(/\\\||\|/gu, (bar) => (bar === '|' ? edge : '|'))
}
