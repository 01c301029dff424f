import {
  Bot,
  CalendarClock,
  CircleCheckBig,
  Contact,
  History,
  Inbox,
  LibraryBig,
  ListOrdered,
  MessageSquare,
  NotebookPen,
  Search,
  Settings,
  SquarePen,
  Wrench,
} from 'lucide-react'
import { useHomeRoute } from '../stores/library-address'
import { showPalette, usePage } from '../stores/page'
import { useProposals } from '../stores/proposals'
import { text } from '../text/text'
import { IconButton } from '../ui/icon-button'
import { Logo } from '../ui/logo'
import { NavItem } from '../ui/nav-item'
import { ConversationList } from './conversations/conversation-list'
import { routeFragment, type Screen, screens } from './router'
import { beginChat, newChatKeys } from './shortcuts'
import './sidebar.css'

const icons = {
  chat: MessageSquare,
  inbox: Inbox,
  library: LibraryBig,
  tasks: CircleCheckBig,
  notes: NotebookPen,
  contacts: Contact,
  activity: History,
  tools: Wrench,
  sequences: ListOrdered,
  assistants: Bot,
  missions: CalendarClock,
  settings: Settings,
} as const satisfies Record<Screen, unknown>

/** Navigation and conversations. */
export function Sidebar() {
  const route = usePage((page) => page.route)
  const homeOf = useHomeRoute()
  const waiting = useProposals(
    (state) => Object.values(state.byId).filter((proposal) => proposal.status === 'pending').length,
  )
  const t = text()
  const current = route.screen === 'chat' ? route.id : undefined
  return (
    <aside className="sidebar" aria-label={t.app.name}>
      <header className="sidebar-head">
        <Logo size={22} />
        <span className="sidebar-name">{t.app.name}</span>
        <IconButton
          icon={Search}
          size="sm"
          label={t.app.commandsShortcut}
          shortcut="Mod+K"
          onClick={() => showPalette(true)}
        />
        <IconButton
          icon={SquarePen}
          size="sm"
          label={t.app.newChat}
          shortcut={newChatKeys}
          onClick={beginChat}
        />
      </header>
      <nav className="sidebar-nav" aria-label={t.app.navigation}>
        {screens.map((screen) => (
          <NavItem
            key={screen}
            icon={icons[screen]}
            label={t.nav[screen]}
            href={routeFragment(homeOf(screen))}
            current={screen === 'chat' ? current === null : route.screen === screen}
            count={screen === 'inbox' ? waiting : 0}
            countLabel={screen === 'inbox' ? t.waiting(waiting) : undefined}
            countTone="accent"
          />
        ))}
      </nav>
      <ConversationList />
    </aside>
  )
}
