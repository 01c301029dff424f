import { createContext, type ReactNode, use } from 'react'
import { Section } from '../section'
import { type SectionId, sectionElementId, sectionTitle } from './sections'

/** The sections in which what is looked for was found; null while nothing is looked for. */
export const FoundSections = createContext<ReadonlySet<SectionId> | null>(null)

/** One section of the settings: led to by its id, hidden while something is looked for that is not in it. */
export function SettingsSection({
  id,
  intro,
  children,
}: {
  readonly id: SectionId
  readonly intro?: string
  readonly children: ReactNode
}) {
  const found = use(FoundSections)
  return (
    <Section
      id={sectionElementId(id)}
      title={sectionTitle(id)}
      intro={intro}
      hidden={found !== null && !found.has(id)}
    >
      {children}
    </Section>
  )
}
