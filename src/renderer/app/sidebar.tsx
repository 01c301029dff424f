import {
  Bot,
  Ellipsis,
  History,
  Inbox,
  LibraryBig,
  MessageSquare,
  Pencil,
  Search,
  Settings,
  SquarePen,
  Trash2,
  Wrench,
} from 'lucide-react'
import { useRef, useState } from 'react'
import type { ConversationSummary } from '../../shared/contract/conversations'
import { FormDialog } from '../screens/form-dialog'
import {
  removeConversation,
  renameConversation,
  restoreConversation,
  useConversations,
} from '../stores/conversations'
import { goTo, showPalette, usePage } from '../stores/page'
import { useProposals } from '../stores/proposals'
import { attempt, notify } from '../stores/toasts'
import { text } from '../text/text'
import { IconButton } from '../ui/icon-button'
import { Logo } from '../ui/logo'
import { Menu } from '../ui/menu'
import { NavItem } from '../ui/nav-item'
import { TextField } from '../ui/text-field'
import { ConversationSign } from './conversation-sign'
import { routeFragment, type Screen, screenRoute, screens } from './router'

const icons = {
  chat: MessageSquare,
  inbox: Inbox,
  library: LibraryBig,
  activity: History,
  tools: Wrench,
  assistants: Bot,
  settings: Settings,
} as const satisfies Record<Screen, unknown>

/** Navigation and conversations. */
export function Sidebar() {
  const route = usePage((page) => page.route)
  const ready = usePage((page) => page.ready)
  const conversations = useConversations((state) => state.list)
  const waiting = useProposals(
    (state) => Object.values(state.byId).filter((proposal) => proposal.status === 'pending').length,
  )
  const [renaming, setRenaming] = useState<ConversationSummary>()
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
          shortcut="Mod+N"
          onClick={() => goTo({ screen: 'chat', id: null })}
        />
      </header>
      <nav className="sidebar-nav" aria-label={t.app.navigation}>
        {screens.map((screen) => (
          <NavItem
            key={screen}
            icon={icons[screen]}
            label={t.nav[screen]}
            href={routeFragment(screenRoute(screen))}
            current={screen === 'chat' ? current === null : route.screen === screen}
            count={screen === 'inbox' ? waiting : 0}
            countLabel={screen === 'inbox' ? t.waiting(waiting) : undefined}
            countTone="accent"
          />
        ))}
      </nav>
      <nav className="sidebar-conversations" aria-label={t.app.conversations}>
        <h2>{t.app.conversations}</h2>
        {conversations.map((conversation) => (
          <NavItem
            key={conversation.id}
            label={conversation.title}
            href={routeFragment({ screen: 'chat', id: conversation.id })}
            current={conversation.id === current}
            count={conversation.waiting}
            countLabel={t.waiting(conversation.waiting)}
            countTone="accent"
            trailing={<ConversationSign conversation={conversation} />}
            actions={
              <ConversationMenu
                conversation={conversation}
                current={conversation.id === current}
                onRename={() => setRenaming(conversation)}
              />
            }
          />
        ))}
        {ready && conversations.length === 0 && <p className="sidebar-empty">{t.app.noConversations}</p>}
      </nav>
      {renaming && <RenameDialog conversation={renaming} onClose={() => setRenaming(undefined)} />}
    </aside>
  )
}

function ConversationMenu({
  conversation,
  current,
  onRename,
}: {
  readonly conversation: ConversationSummary
  readonly current: boolean
  readonly onRename: () => void
}) {
  const t = text().conversation
  const { id, title } = conversation
  const remove = async () => {
    if (!(await attempt(removeConversation(id).then(() => true)))) return
    if (current) goTo({ screen: 'chat', id: null })
    notify({
      tone: 'success',
      title: t.removed(title),
      action: { label: t.restore, onSelect: () => void attempt(restoreConversation(id)) },
    })
  }
  return (
    <Menu
      align="end"
      trigger={(props) => <IconButton {...props} icon={Ellipsis} size="sm" label={t.actions(title)} />}
      items={[
        { id: 'rename', icon: Pencil, label: t.rename, onSelect: onRename },
        { id: 'remove', icon: Trash2, label: t.remove, danger: true, onSelect: () => void remove() },
      ]}
    />
  )
}

function RenameDialog({
  conversation,
  onClose,
}: {
  readonly conversation: ConversationSummary
  readonly onClose: () => void
}) {
  const [title, setTitle] = useState(conversation.title)
  const field = useRef<HTMLInputElement>(null)
  const t = text().conversation
  const save = async () => {
    if (await attempt(renameConversation(conversation.id, title.trim()).then(() => true))) onClose()
  }
  return (
    <FormDialog
      title={t.renameTitle}
      size="sm"
      onCancel={onClose}
      initialFocus={field}
      confirm={t.save}
      ready={title.trim() !== ''}
      onSubmit={() => void save()}
    >
      <TextField
        ref={field}
        label={t.name}
        value={title}
        maxLength={200}
        onChange={setTitle}
        onFocus={(event) => event.currentTarget.select()}
      />
    </FormDialog>
  )
}
