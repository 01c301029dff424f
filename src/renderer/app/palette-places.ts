import { sectionIds, sectionRoute, sectionTitle, sectionWords } from '../screens/settings/sections'
import { homeRoute } from '../stores/library-address'
import { goTo } from '../stores/page'
import { changeSettings } from '../stores/settings'
import { attempt } from '../stores/toasts'
import { assistantsText } from '../text/assistants'
import { contactsText } from '../text/contacts'
import { httpToolsText } from '../text/http-tools'
import { missionsText } from '../text/missions'
import { notesText } from '../text/notes'
import { sequencesText } from '../text/sequences'
import { tasksText } from '../text/tasks'
import { text } from '../text/text'
import { focusOpened } from './focus-opened'
import type { PaletteEntry } from './palette-entries'
import { type Route, routeFragment, screens } from './router'

/** Begins a conversation. */
export function newConversation(): PaletteEntry {
  return beginning(text().app.newChat, { screen: 'chat', id: null })
}

/** Leads to each screen. */
export function screenEntries(): readonly PaletteEntry[] {
  const t = text()
  return screens
    .filter((screen) => screen !== 'chat')
    .map((screen) => ({
      id: `go ${screen}`,
      group: t.palette.goTo,
      title: t.nav[screen],
      run: () => goTo(homeRoute(screen)),
    }))
}

/** Begins what people make: a task, a note, a contact and so on. */
export function newRecords(): readonly PaletteEntry[] {
  return [
    beginning(tasksText().create, { screen: 'tasks', id: 'new' }),
    beginning(notesText().create, { screen: 'notes', id: 'new' }),
    beginning(contactsText().newPerson, { screen: 'contacts', id: 'new-person' }),
    beginning(contactsText().newOrganization, { screen: 'contacts', id: 'new-organization' }),
    beginning(sequencesText().create, { screen: 'sequences', id: 'new' }),
    beginning(assistantsText().create, { screen: 'assistants', id: 'new' }),
    beginning(missionsText().create, { screen: 'missions', id: 'new' }),
    beginning(httpToolsText().create, { screen: 'tools', id: 'new' }),
  ]
}

function beginning(title: string, route: Route): PaletteEntry {
  return {
    id: `new ${routeFragment(route)}`,
    group: text().palette.actions,
    title,
    run: () => goTo(route),
  }
}

/** Leads to each section of the settings, and changes those that are one step away. */
export function settingsEntries(): readonly PaletteEntry[] {
  const t = text()
  const sections = sectionIds.map((id) => ({
    id: `section ${id}`,
    group: t.settings.title,
    title: sectionTitle(id),
    otherWords: sectionWords(id),
    run: () => goTo(sectionRoute(id)),
  }))
  const themes = (['light', 'dark', 'system'] as const).map((theme) => ({
    id: `theme ${theme}`,
    group: t.palette.actions,
    title: `${t.settings.theme}: ${t.settings.themes[theme]}`,
    run: () => void attempt(changeSettings({ theme })),
  }))
  const languages = (['en', 'de', 'system'] as const).map((language) => ({
    id: `language ${language}`,
    group: t.palette.actions,
    title: `${t.settings.language}: ${t.settings.languages[language]}`,
    // All of the page is made anew.
    run: () => void attempt(changeSettings({ language }).then(focusOpened)),
  }))
  return [...sections, ...themes, ...languages]
}
