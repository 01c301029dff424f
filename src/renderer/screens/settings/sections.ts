import { assertNever } from '../../../shared/errors'
import type { Route } from '../../app/router'
import { dataText } from '../../text/data'
import { decisionText } from '../../text/decisions'
import { mcpServersText } from '../../text/mcp-servers'
import { meaningText } from '../../text/meaning'
import { programsText } from '../../text/programs'
import { recognitionText } from '../../text/recognition'
import { runsText } from '../../text/runs'
import { settingsWords } from '../../text/settings-words'
import { text } from '../../text/text'
import { watchedText } from '../../text/watched'
import { webText } from '../../text/web'

/** The sections of the settings as they follow each other, by what they are about. */
export const sectionGroups = [
  { about: 'assistant', sections: ['model', 'folders', 'web-pages', 'mcp-servers'] },
  { about: 'library', sections: ['meaning', 'recognition', 'watched-folders'] },
  { about: 'changes', sections: ['proposals', 'standing-grants', 'history'] },
  {
    about: 'application',
    sections: ['appearance', 'notifications', 'shortcuts', 'programs', 'backup', 'about'],
  },
] as const

/** The name of a section in the address. */
export type SectionId = (typeof sectionGroups)[number]['sections'][number]

/** Every section from the top. */
export const sectionIds: readonly SectionId[] = sectionGroups.flatMap(({ sections }) => sections)

/** Whether the address names a section that there is. */
export function isSectionId(id: string | null): id is SectionId {
  return sectionIds.some((known) => known === id)
}

/** The heading of a section. */
export function sectionTitle(id: SectionId): string {
  const t = text().settings
  switch (id) {
    case 'model':
      return t.model
    case 'folders':
      return t.folders
    case 'web-pages':
      return webText().settings
    case 'mcp-servers':
      return mcpServersText().title
    case 'meaning':
      return meaningText().title
    case 'recognition':
      return recognitionText().title
    case 'watched-folders':
      return watchedText().title
    case 'proposals':
      return decisionText().lifetime.title
    case 'standing-grants':
      return decisionText().grants.title
    case 'history':
      return decisionText().history.title
    case 'appearance':
      return t.appearance
    case 'notifications':
      return runsText().notifications
    case 'shortcuts':
      return t.shortcuts
    case 'programs':
      return programsText().title
    case 'backup':
      return dataText().title
    case 'about':
      return t.data
    default:
      return assertNever(id)
  }
}

/** Words that a section is found by beside those that it shows. */
export function sectionWords(id: SectionId): string {
  return settingsWords()[id]
}

/** Where a section is. */
export function sectionRoute(id: SectionId): Route {
  return { screen: 'settings', id }
}

/** The id of a section's element on the page. */
export function sectionElementId(id: SectionId): string {
  return `settings-${id}`
}
