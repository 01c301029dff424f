import { sectionOf } from '../../../shared/text/sections'
import type { ExtractedDocument, Heading } from '../extractors/types'

/** Finds the section of a place in the text, as a path of titles ("Guide > Install"). */
export type SectionFinder = (start: number, end: number) => string | null

/** Sections by headings; ask in the order of the text, since each answer goes on where the last ended. */
export function sectionFinder({ headings, text }: ExtractedDocument): SectionFinder {
  const path: Heading[] = []
  let next = 0
  const enter = (heading: Heading) => {
    while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop()
    path.push(heading)
    next++
  }
  return (start, end) => {
    // Headings that open the range count as its section: "# Guide", "## Install" and then the words.
    let opening: number | null = null
    for (let heading = headings[next]; heading !== undefined; heading = headings[next]) {
      if (heading.start <= start) {
        if (text.slice(heading.start, start).trim() === '') opening = heading.start
      } else if (
        opening !== null &&
        heading.start < end &&
        isOnlyHeading(text.slice(opening, heading.start))
      ) {
        opening = heading.start
      } else break
      enter(heading)
    }
    // A passage over several short sections stands in what they have in common: naming one would be wrong.
    let common = path.length
    for (let index = next; (headings[index]?.start ?? end) < end; index++) {
      const level = headings[index]?.level ?? 0
      while (common > 0 && (path[common - 1]?.level ?? 0) >= level) common--
    }
    return common === 0 ? null : sectionOf(path.slice(0, common).map((heading) => heading.title))
  }
}

/** Whether a text is a single heading line (with its underline) and white space. */
function isOnlyHeading(text: string): boolean {
  const lines = text.split('\n').filter((line) => !/^[\s=-]*$/.test(line))
  return lines.length <= 1
}
