import {
  Archive,
  CalendarClock,
  ChevronRight,
  Ellipsis,
  FolderPlus,
  Pencil,
  Search,
  Trash2,
  X,
} from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import {
  type ConversationFolder,
  type ConversationSummary,
  wordsLimitCharacters,
} from '../../../shared/contract/conversation-list'
import { removeConversationFolder, turnSection, useConversationList } from '../../stores/conversation-list'
import { useConversations } from '../../stores/conversations'
import { usePage } from '../../stores/page'
import { useProposals, waitingIn } from '../../stores/proposals'
import { attempt } from '../../stores/toasts'
import { chatText } from '../../text/chat'
import { missionsText } from '../../text/missions'
import { text } from '../../text/text'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { NavItem } from '../../ui/nav-item'
import { TextField } from '../../ui/text-field'
import { VirtualList } from '../../ui/virtual-list'
import { ConversationSign } from '../conversation-sign'
import { routeFragment } from '../router'
import { ConversationMenu, removeWithNote } from './conversation-menu'
import { FolderDialog, MoveDialog, RenameDialog } from './dialogs'
import { type Row, rowsOf } from './rows'
import { FoundMessages } from './search'
import { TrashDialog } from './trash-dialog'
import './conversations.css'

/** Pixels; the measured height is the one that counts. */
const rowHeight = 32

type Asking =
  | { readonly kind: 'rename' | 'move'; readonly conversation: ConversationSummary }
  | { readonly kind: 'folder'; readonly folder: ConversationFolder | null }
  | { readonly kind: 'trash' }

/** The conversations of the sidebar: in sections, searched, and put in order. */
export function ConversationList() {
  const ready = usePage((page) => page.ready)
  const route = usePage((page) => page.route)
  const conversations = useConversations((state) => state.list)
  const { folders, turned } = useConversationList()
  const proposals = useProposals((state) => state.byId)
  // A decision is known here at once, whichever run it was about.
  const waiting = useMemo(() => waitingIn(proposals), [proposals])
  const [words, setWords] = useState('')
  const [asking, setAsking] = useState<Asking | null>(null)
  const nav = useRef<HTMLElement>(null)
  const t = chatText().list
  const rows = useMemo(
    () =>
      rowsOf(conversations, folders, turned, {
        pinned: t.pinned,
        others: t.others,
        missions: missionsText().conversations,
        archived: t.archived,
      }),
    [conversations, folders, turned, t],
  )
  const current = route.screen === 'chat' ? route.id : undefined
  const searching = words.trim() !== ''

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && searching) setWords('')
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      moveFocus(nav.current, event.key === 'ArrowDown')
    else {
      const focused = focusedConversation(conversations)
      if (focused === undefined) return
      if (event.key === 'F2') setAsking({ kind: 'rename', conversation: focused })
      else if (event.key === 'Delete') void removeWithNote(focused, focused.id === current)
      else return
    }
    event.preventDefault()
  }

  return (
    <nav ref={nav} className="sidebar-conversations" aria-label={text().app.conversations} onKeyDown={press}>
      <div className="conversations-head">
        <TextField
          maxLength={wordsLimitCharacters}
          label={t.search}
          labelHidden
          quiet
          icon={Search}
          placeholder={t.search}
          value={words}
          onChange={setWords}
          suffix={
            searching && <IconButton icon={X} size="sm" label={t.endSearch} onClick={() => setWords('')} />
          }
        />
        <Menu
          align="end"
          trigger={(props) => <IconButton {...props} icon={Ellipsis} size="sm" label={t.more} />}
          items={[
            {
              id: 'folder',
              icon: FolderPlus,
              label: t.newFolder,
              onSelect: () => setAsking({ kind: 'folder', folder: null }),
            },
            { id: 'trash', icon: Trash2, label: t.trash, onSelect: () => setAsking({ kind: 'trash' }) },
          ]}
        />
      </div>
      {searching ? (
        <FoundMessages words={words} conversations={conversations} current={current} />
      ) : rows.length === 0 ? (
        ready && <p className="sidebar-empty">{text().app.noConversations}</p>
      ) : (
        <VirtualList
          label={text().app.conversations}
          items={rows}
          itemKey={(row) => `${row.kind} ${row.id}`}
          estimateHeight={rowHeight}
          overscan={20}
          renderItem={(row) => (
            <RowView
              row={row}
              waiting={waiting.get(row.id) ?? 0}
              current={row.id === current}
              onAsk={setAsking}
            />
          )}
        />
      )}
      {asking?.kind === 'rename' && (
        <RenameDialog conversation={asking.conversation} onClose={() => setAsking(null)} />
      )}
      {asking?.kind === 'move' && (
        <MoveDialog conversation={asking.conversation} folders={folders} onClose={() => setAsking(null)} />
      )}
      {asking?.kind === 'folder' && <FolderDialog folder={asking.folder} onClose={() => setAsking(null)} />}
      {asking?.kind === 'trash' && <TrashDialog onClose={() => setAsking(null)} />}
    </nav>
  )
}

function RowView({
  row,
  waiting,
  current,
  onAsk,
}: {
  readonly row: Row
  readonly waiting: number
  readonly current: boolean
  readonly onAsk: (asking: Asking) => void
}) {
  const t = text()
  if (row.kind === 'section') return <SectionHead section={row} onAsk={onAsk} />
  const { conversation } = row
  return (
    <NavItem
      label={conversation.title}
      href={routeFragment({ screen: 'chat', id: conversation.id })}
      row={conversation.id}
      current={current}
      count={waiting}
      countLabel={t.waiting(waiting)}
      countTone="accent"
      trailing={<ConversationSign conversation={conversation} waiting={waiting} current={current} />}
      actions={
        <ConversationMenu
          conversation={conversation}
          current={current}
          onRename={() => onAsk({ kind: 'rename', conversation })}
          onMove={() => onAsk({ kind: 'move', conversation })}
        />
      }
    />
  )
}

function SectionHead({
  section,
  onAsk,
}: {
  readonly section: Extract<Row, { kind: 'section' }>
  readonly onAsk: (asking: Asking) => void
}) {
  const { id, name, count, open, folder, folds } = section
  const t = chatText().list
  if (!folds) return <h2 className="conversations-name">{name}</h2>
  return (
    <div className="conversations-section">
      <button
        type="button"
        className="conversations-fold"
        aria-expanded={open}
        onClick={() => turnSection(id)}
      >
        <ChevronRight size={13} aria-hidden />
        {id === 'missions' && <CalendarClock size={13} aria-hidden />}
        {id === 'archived' && <Archive size={13} aria-hidden />}
        <span className="truncate">
          <HiddenText text={name} />
        </span>
        <span className="numeric">{count}</span>
      </button>
      {folder && (
        <Menu
          align="end"
          trigger={(props) => (
            <IconButton {...props} icon={Ellipsis} size="sm" label={t.folderActions(folder.name)} />
          )}
          items={[
            {
              id: 'rename',
              icon: Pencil,
              label: text().conversation.rename,
              onSelect: () => onAsk({ kind: 'folder', folder }),
            },
            {
              id: 'remove',
              icon: Trash2,
              label: t.removeFolder,
              onSelect: () => void attempt(removeConversationFolder(folder.id)),
            },
          ]}
        />
      )}
    </div>
  )
}

/** The conversation whose line has the focus. */
function focusedConversation(conversations: readonly ConversationSummary[]): ConversationSummary | undefined {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLAnchorElement)) return undefined
  const fragment = activeElement.getAttribute('href')
  return conversations.find(({ id }) => routeFragment({ screen: 'chat', id }) === fragment)
}

/** Arrow keys go through the lines; from the field they go to the first. */
function moveFocus(nav: HTMLElement | null, down: boolean): void {
  const lines = [...(nav?.querySelectorAll<HTMLElement>('.ui-nav-button, .conversations-fold, .found') ?? [])]
  // Lines are placed by their position, not by their order in the page.
  lines.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
  const { activeElement } = document
  const at = activeElement instanceof HTMLElement ? lines.indexOf(activeElement) : -1
  const next = at < 0 ? (down ? lines[0] : undefined) : lines[at + (down ? 1 : -1)]
  if (next !== undefined) next.focus()
  else if (!down) nav?.querySelector('input')?.focus()
}
