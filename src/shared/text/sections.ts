import { foldTitle } from '../run/citation-marks'

/** What stands between the titles of the headings that lead to a section: `Guide > Install`. */
const separator = ' > '

/** The section below these headings, the outermost first. */
export function sectionOf(titles: readonly string[]): string {
  return titles.join(separator)
}

/** The titles of a section, the outermost first. */
export function titlesOfSection(section: string): string[] {
  return section.split(separator)
}

/** The first so many titles of a section. */
export function outerSection(section: string, levels: number): string {
  return section.split(separator, levels).join(separator)
}

/** The titles of a section below the document's own, which often is its first heading; none where there is no other. */
export function titlesBelow(title: string, section: string | null | undefined): string[] {
  const titles = section === null || section === undefined ? [] : titlesOfSection(section)
  return foldTitle(titles[0] ?? '') === foldTitle(title) ? titles.slice(1) : titles
}

/** A section as people read it, without the document's own title: `Part 1 › Notice`; empty where it is only that. */
export function sectionBelow(title: string, section: string | null | undefined): string {
  return titlesBelow(title, section).join(' › ')
}

/** Whether what stands behind a title names a section of it without the sign for that, as models write it: `Title, Section`. */
export function isNamedBehind(title: string, section: string | null | undefined, label: string): boolean {
  const head = `${foldTitle(title)}, `
  const folded = foldTitle(label)
  return folded.startsWith(head) && isSameSection(title, section, folded.slice(head.length))
}

/** Whether two names of sections of a document mean the same one, with its own title at their head or without. */
export function isSameSection(
  title: string,
  one: string | null | undefined,
  other: string | null | undefined,
): boolean {
  const [a, b] = [one, other].map((section) => foldTitle(sectionOf(titlesBelow(title, section))))
  return a === b
}
