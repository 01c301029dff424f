import { useEffect } from 'react'
import { assertNever } from '../../shared/errors'
import { ActivityScreen } from '../screens/activity/activity-screen'
import { UndoQuestion } from '../screens/activity/use-undo'
import { AssistantsScreen } from '../screens/assistants/assistants-screen'
import { ChatScreen } from '../screens/chat/chat-screen'
import { ContactsScreen } from '../screens/contacts/contacts-screen'
import { InboxScreen } from '../screens/inbox/inbox-screen'
import { Inspector } from '../screens/inspector/inspector'
import { LibraryScreen } from '../screens/library/library-screen'
import { SameNamedDialog } from '../screens/library/same-named-dialog'
import { UnlockDialog } from '../screens/library/unlock-dialog'
import { MissionsScreen } from '../screens/missions/missions-screen'
import { NotesScreen } from '../screens/notes/notes-screen'
import { ReviewDialog } from '../screens/proposal/review-dialog'
import { usePressGuard } from '../screens/proposal/use-press-guard'
import { SequencesScreen } from '../screens/sequences/sequences-screen'
import { SettingsScreen } from '../screens/settings/settings-screen'
import { TasksScreen } from '../screens/tasks/tasks-screen'
import { ToolsScreen } from '../screens/tools/tools-screen'
import { WatchDialog } from '../screens/watch-dialog'
import { changeInspectorWidth, showNavigation, usePage } from '../stores/page'
import { useSettings } from '../stores/settings'
import { dismissToast, useToasts } from '../stores/toasts'
import { currentLocale } from '../text/language'
import { messageInLanguage } from '../text/sentences'
import { text } from '../text/text'
import { SplitPane } from '../ui/split-pane'
import { ToastRegion } from '../ui/toast-region'
import { type UiWords, UiWordsContext, wordsDe, wordsEn } from '../ui/words'
import { AdditionPanel } from './addition-panel'
import { CommandPalette } from './command-palette'
import { ConnectionNotice } from './connection-notice'
import { useInspectorOver, useMenuOver } from './covering'
import { DropZone } from './drop-zone'
import { Guarded } from './guarded'
import { useKeptFocus } from './keep-focus'
import { LinkDialog } from './link-dialog'
import { RestoreNotice } from './restore-notice'
import type { Route } from './router'
import { useShortcuts } from './shortcuts'
import { Sidebar } from './sidebar'
import { useLanguage } from './use-language'
import './application.css'

/** The whole page in the person's language and theme. */
export function Application() {
  const { theme, language: chosen } = useSettings((state) => state.settings)
  const language = useLanguage(chosen)
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
  const words: UiWords = {
    ...(language === 'de' ? wordsDe : wordsEn),
    ...ownWords(),
  }
  return (
    <UiWordsContext value={words}>
      {/* Another language is another page: every text is looked up anew. */}
      <Shell key={language} />
    </UiWordsContext>
  )
}

/** What this application says in its own words where the building blocks have others. */
function ownWords(): Pick<UiWords, 'locale' | 'typeToConfirm' | 'resize' | 'sentence'> {
  const t = text()
  return {
    locale: currentLocale(),
    typeToConfirm: t.proposal.typeToConfirm,
    resize: t.app.resizeInspector,
    sentence: messageInLanguage,
  }
}

function Shell() {
  const route = usePage((page) => page.route)
  const inspected = usePage((page) => page.inspected)
  const width = usePage((page) => page.inspectorWidth)
  const navigationOpen = usePage((page) => page.navigationOpen)
  const toasts = useToasts((state) => state.toasts)
  // Nothing was ever loaded and nothing can be sent: the notice is all there is.
  const unreachable = usePage((page) => page.connection === 'refused' && !page.ready)
  useShortcuts()
  usePressGuard()
  useKeptFocus()
  const menuOver = useMenuOver()
  const inspectorOver = useInspectorOver()
  useEffect(() => {
    const screen = text().nav[route.screen]
    document.title = `${screen} – ${text().app.name}`
  }, [route.screen])

  return (
    <div className="app" data-navigation={navigationOpen || undefined}>
      <div className="app-left">
        <Sidebar />
        <ToastRegion toasts={toasts} onDismiss={dismissToast} />
        <AdditionPanel />
      </div>
      {navigationOpen && (
        <button
          type="button"
          className="app-scrim"
          aria-label={text().app.toggleNavigation}
          onClick={() => showNavigation(false)}
        />
      )}
      <div className="app-work" inert={menuOver}>
        <ConnectionNotice />
        <RestoreNotice />
        {!unreachable && (
          <div className="app-split">
            <SplitPane
              main={
                <main className="app-main" data-scope>
                  <Guarded of={route}>
                    <CurrentScreen route={route} />
                  </Guarded>
                </main>
              }
              side={
                inspected && (
                  <Guarded of={inspected}>
                    <Inspector inspected={inspected} />
                  </Guarded>
                )
              }
              sideLabel={text().app.inspector}
              sideWidth={width}
              covered={inspectorOver}
              onSideWidthChange={changeInspectorWidth}
            />
          </div>
        )}
      </div>
      <DropZone />
      <CommandPalette />
      <ReviewDialog />
      <UndoQuestion />
      <UnlockDialog />
      <SameNamedDialog />
      <LinkDialog />
      <WatchDialog />
    </div>
  )
}

function CurrentScreen({ route }: { readonly route: Route }) {
  switch (route.screen) {
    case 'chat':
      return <ChatScreen id={route.id} />
    case 'inbox':
      return <InboxScreen />
    case 'library':
      return <LibraryScreen />
    case 'tasks':
      return <TasksScreen id={route.id} />
    case 'notes':
      return <NotesScreen id={route.id} />
    case 'contacts':
      return <ContactsScreen id={route.id} />
    case 'activity':
      return <ActivityScreen />
    case 'tools':
      return <ToolsScreen name={route.id} />
    case 'sequences':
      return <SequencesScreen id={route.id} />
    case 'assistants':
      return <AssistantsScreen id={route.id} />
    case 'missions':
      return <MissionsScreen id={route.id} />
    case 'settings':
      return <SettingsScreen />
    default:
      return assertNever(route)
  }
}
