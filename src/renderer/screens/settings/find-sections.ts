import { type SectionId, sectionElementId, sectionIds, sectionWords } from './sections'

/** The sections that say every one of the typed words, in whatever they show or are also called; null while nothing is typed. */
export function findSections(typed: string): ReadonlySet<SectionId> | null {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return null
  return new Set(
    sectionIds.filter((id) => {
      const shown = document.getElementById(sectionElementId(id))?.textContent ?? ''
      const said = `${shown} ${sectionWords(id)}`.toLowerCase()
      return words.every((word) => said.includes(word))
    }),
  )
}
