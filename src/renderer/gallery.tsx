import {
  Activity,
  Archive,
  BookOpen,
  FilePlus2,
  Inbox,
  Library,
  MessageSquare,
  Moon,
  MoreHorizontal,
  Paperclip,
  Pencil,
  Plus,
  Search,
  Settings,
  Sun,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { toolClasses } from '../shared/tool/classes'
import { answer, deceptive, documents, hunks, json, longHunks } from './gallery-samples'
import * as Ui from './ui'
import { DropTargets } from './ui/drop-overlay'
import './styles/base.css'
import './gallery.css'

const show = new URLSearchParams(location.search)
const nothing = () => {}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="gallery-section">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Controls() {
  const [text, setText] = useState('')
  const [long, setLong] = useState('Grows with what is typed.\nSecond line.\nThird line.')
  const [on, setOn] = useState(true)
  const [part, setPart] = useState<'light' | 'dark' | 'system'>('system')
  return (
    <>
      <Section title="Buttons">
        <div className="gallery-row">
          <Ui.Button variant="primary" icon={Plus}>
            Approve
          </Ui.Button>
          <Ui.Button>Edit</Ui.Button>
          <Ui.Button variant="ghost" icon={Archive}>
            Archive
          </Ui.Button>
          <Ui.Button variant="danger" icon={Trash2}>
            Delete 2 files
          </Ui.Button>
          <Ui.Button variant="primary" busy>
            Applying
          </Ui.Button>
          <Ui.Button disabled>Disabled</Ui.Button>
          <Ui.Button size="sm" variant="primary">
            Small
          </Ui.Button>
          <Ui.Button size="sm">Small</Ui.Button>
          <Ui.IconButton icon={Paperclip} label="Attach" />
          <Ui.IconButton icon={Pencil} label="Edit" pressed />
          <Ui.IconButton icon={Search} label="Search" variant="primary" shortcut="Mod+K" />
          <Ui.Menu
            trigger={(props) => <Ui.IconButton {...props} icon={MoreHorizontal} label="More" />}
            items={[
              { kind: 'heading', id: 'h', label: 'Conversation' },
              { id: 'rename', label: 'Rename', icon: Pencil, shortcut: 'F2', onSelect: nothing },
              { id: 'archive', label: 'Archive', icon: Archive, disabled: true, onSelect: nothing },
              { id: 'pin', label: 'Pinned', checked: on, onSelect: () => setOn(!on) },
              { kind: 'separator', id: 's' },
              { id: 'delete', label: 'Delete', icon: Trash2, danger: true, onSelect: nothing },
            ]}
          />
        </div>
      </Section>
      <Section title="Fields">
        <div className="gallery-columns">
          <Ui.TextField
            label="Name"
            hint="Shown in the sidebar."
            value={text}
            onChange={setText}
            placeholder="Tides"
          />
          <Ui.TextField
            label="Base address"
            error="That is no address. It begins with http:// or https://."
            value="localhost"
            onChange={nothing}
            mono
          />
          <Ui.TextField
            label="Search"
            icon={Search}
            suffix={<Ui.Kbd keys="Mod+K" />}
            value=""
            onChange={nothing}
            placeholder="Search the library"
            quiet
          />
          <Ui.Select
            label="Model"
            value="offline"
            options={[{ value: 'offline', label: 'Offline assistant' }]}
            onChange={nothing}
          />
          <Ui.TextArea label="Instructions" value={long} onChange={setLong} />
          <div className="gallery-section">
            <Ui.Checkbox
              label="Include sub-folders"
              hint="Symbolic links are not followed."
              checked={on}
              onChange={setOn}
            />
            <Ui.Checkbox label="Some of them" checked="mixed" onChange={nothing} />
            <Ui.Checkbox label="Not possible here" checked={false} disabled onChange={nothing} />
            <Ui.Switch
              label="Watch this folder"
              hint="New files are added as they appear."
              checked={on}
              onChange={setOn}
            />
          </div>
        </div>
        <div className="gallery-row">
          <Ui.SegmentedControl
            label="Theme"
            value={part}
            onChange={setPart}
            segments={[
              { value: 'light', label: 'Light', icon: Sun },
              { value: 'dark', label: 'Dark', icon: Moon },
              { value: 'system', label: 'System' },
            ]}
          />
          <Ui.Kbd keys="Mod+Shift+P" />
        </div>
      </Section>
    </>
  )
}

function States() {
  return (
    <Section title="States">
      <div className="gallery-row">
        {toolClasses.map((toolClass) => (
          <Ui.ClassBadge key={toolClass} toolClass={toolClass} />
        ))}
        <Ui.Badge>Draft</Ui.Badge>
        <Ui.Badge tone="accent">New</Ui.Badge>
        <Ui.Count value={3} />
        <Ui.Count value={128} tone="accent" />
        <Ui.StatusDot tone="success" label="Ready" />
        <Ui.StatusDot tone="accent" label="Running" pulse />
        <Ui.StatusDot tone="danger" label="Failed" />
        <Ui.Spinner />
        <Ui.Avatar name="Ada Lovelace" />
        <Ui.AssistantMark name="Offline" />
        <Ui.Logo size={32} label="Countersign" />
        <Ui.FileSize bytes={1_234_567} />
        <Ui.RelativeTime at={Date.now() - 5 * 60_000} />
      </div>
      <div className="gallery-columns">
        <Ui.ProgressBar label="Reading tides.pdf" value={0.34} detail="29 of 84 pages" />
        <Ui.ProgressBar label="Looking for files" />
        <Ui.ProgressBar label="Indexed" value={1} detail="Done" tone="success" />
      </div>
      <div className="gallery-columns">
        <Ui.Notice
          title="The offline assistant answers from your library."
          actions={<Ui.Button size="sm">Connect a model</Ui.Button>}
          onDismiss={nothing}
        />
        <Ui.Notice tone="warning" title="The file changed since this was proposed.">
          It is proposed anew.
        </Ui.Notice>
        <Ui.Notice
          tone="danger"
          title="The server stopped answering."
          kept="The text so far."
          todo="Try again, or choose another model."
        />
        <Ui.Notice tone="success" title="12 documents are in the library." />
      </div>
    </Section>
  )
}

function Documents() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['d1']))
  const [sort, setSort] = useState<Ui.Sort>({ column: 'title', direction: 'ascending' })
  const columns: readonly Ui.VirtualColumn<(typeof documents)[number]>[] = [
    {
      id: 'title',
      header: 'Title',
      track: 'minmax(180px, 1fr)',
      sortable: true,
      cell: (row) => <span className="truncate">{row.title}</span>,
    },
    {
      id: 'status',
      header: 'Status',
      track: '110px',
      cell: (row) => (
        <Ui.StatusDot tone={row.failed ? 'danger' : 'success'} label={row.failed ? 'Failed' : 'Ready'} />
      ),
    },
    { id: 'pages', header: 'Pages', track: '80px', align: 'end', sortable: true, cell: (row) => row.pages },
    {
      id: 'size',
      header: 'Size',
      track: '96px',
      align: 'end',
      sortable: true,
      cell: (row) => <Ui.FileSize bytes={row.size} />,
    },
  ]
  return (
    <>
      <Section title="Tables and lists">
        <div className="gallery-tall">
          <Ui.VirtualTable
            label="Documents"
            columns={columns}
            rows={documents}
            rowKey={(row) => row.id}
            minWidth={480}
            selection="multiple"
            selected={selected}
            onSelectedChange={setSelected}
            sort={sort}
            onSortChange={setSort}
          />
        </div>
        <div className="gallery-columns">
          <Ui.Card flush>
            <Ui.Table
              caption="Grants"
              rowKey={(row) => row.id}
              rows={documents.slice(0, 3)}
              columns={[
                { id: 't', header: 'Folder', cell: (row) => row.title },
                { id: 'p', header: 'Files', align: 'end', cell: (row) => row.pages },
              ]}
            />
          </Ui.Card>
          <div className="gallery-tall">
            <Ui.VirtualList
              label="Transcript"
              items={documents}
              itemKey={(item) => item.id}
              estimateHeight={40}
              followEnd
              renderItem={(item) => <div className="gallery-line">{item.title}</div>}
            />
          </div>
        </div>
      </Section>
      <Section title="Empty">
        <Ui.Card>
          <Ui.EmptyState
            icon={Library}
            title="Nothing in the library yet"
            action={
              <>
                <Ui.Button variant="primary" icon={Plus}>
                  Add documents
                </Ui.Button>
                <Ui.Button>Add a folder</Ui.Button>
              </>
            }
          >
            Drop files or folders anywhere on this window. They stay on this computer.
          </Ui.EmptyState>
        </Ui.Card>
      </Section>
    </>
  )
}

function Proposals() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set([0]))
  const toggle = (hunk: number, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(hunk)
    else next.delete(hunk)
    setChosen(next)
  }
  return (
    <Section title="Diffs and text from outside">
      <Ui.Card
        flush
        tone="accent"
        title="Update tide-tables.md"
        lead={<Ui.ClassBadge toolClass="safe_update" />}
        actions={<Ui.IconButton icon={MoreHorizontal} label="More" size="sm" />}
        footer={
          <>
            <Ui.Button variant="primary">Approve</Ui.Button>
            <Ui.Button>Edit</Ui.Button>
            <Ui.Button variant="ghost">Reject</Ui.Button>
          </>
        }
      >
        <Ui.Diff hunks={hunks} choice={{ chosen, onToggle: toggle }} framed={false} />
      </Ui.Card>
      <Ui.Diff title="long.txt" hunks={longHunks} collapseAfter={6} />
      <p>
        <Ui.HiddenText text={deceptive} />
      </p>
      <p>
        <Ui.Highlight
          text="The spring tide follows the full moon by two days."
          ranges={[
            { start: 4, end: 15 },
            { start: 28, end: 37 },
          ]}
          active={1}
        />
      </p>
      <Ui.JsonView value={json} openDepth={3} />
    </Section>
  )
}

function Modal({ onClose }: { readonly onClose: () => void }) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Ui.Dialog
      tone="danger"
      icon={Trash2}
      title="Move 2 files to the trash?"
      description="They can be restored for 30 days."
      onCancel={onClose}
      initialFocus={cancel}
      inputGuardMs={Ui.INPUT_GUARD_MS}
    >
      <Ui.Table
        caption="What is lost"
        rowKey={(row) => row.id}
        rows={documents.slice(0, 2)}
        columns={[
          { id: 't', header: 'File', cell: (row) => row.title },
          { id: 's', header: 'Size', align: 'end', cell: (row) => <Ui.FileSize bytes={row.size} /> },
        ]}
      />
      <Ui.ConfirmTyped
        required="delete 2"
        confirmLabel="Delete 2 files"
        cancelLabel="Cancel"
        confirmIcon={Trash2}
        cancelRef={cancel}
        onConfirm={onClose}
        onCancel={onClose}
      />
    </Ui.Dialog>
  )
}

function Inspector() {
  const [tab, setTab] = useState<'result' | 'raw'>('result')
  return (
    <Ui.Tabs
      label="Tool call"
      value={tab}
      onChange={setTab}
      tabs={[
        { id: 'result', label: 'Result', icon: BookOpen, count: 7 },
        { id: 'raw', label: 'Raw' },
      ]}
    >
      <div className="gallery-panel">
        <Ui.KeyValues
          items={[
            { label: 'Query', value: 'spring tides' },
            { label: 'Took', value: '12 ms' },
            { label: 'Collection', value: 'North Sea' },
          ]}
        />
        {tab === 'raw' && <Ui.JsonView value={json} />}
        <Ui.Markdown
          text={answer}
          onLink={nothing}
          streaming
          renderCitation={(citation) => (
            <Ui.Citation
              text={`${citation.title}, p. ${citation.page}`}
              quote="About two days after."
              onOpen={nothing}
            />
          )}
        />
      </div>
    </Ui.Tabs>
  )
}

function Gallery() {
  const [width, setWidth] = useState(440)
  const [modal, setModal] = useState(show.has('dialog'))
  const [toasts, setToasts] = useState<readonly Ui.Toast[]>([
    {
      id: 'a',
      tone: 'success',
      title: 'Trashed 2 files',
      detail: 'notes.md and plan.txt',
      action: { label: 'Undo', onSelect: nothing },
    },
  ])
  const pages = [
    ['Chat', MessageSquare, 0],
    ['Inbox', Inbox, 3],
    ['Library', Library, 0],
    ['Activity', Activity, 0],
    ['Settings', Settings, 0],
  ] as const
  return (
    <div className="gallery-app">
      <nav className="gallery-nav">
        <span className="gallery-brand">
          <Ui.Logo size={22} /> Countersign
        </span>
        {pages.map(([label, icon, count]) => (
          <Ui.NavItem
            key={label}
            label={label}
            icon={icon}
            count={count}
            countTone="accent"
            countLabel={`${count} wait`}
            current={label === 'Chat'}
            onSelect={nothing}
          />
        ))}
      </nav>
      <Ui.SplitPane
        sideLabel="Inspector"
        sideWidth={width}
        onSideWidthChange={setWidth}
        main={
          <div className="gallery-work">
            <Ui.Button onClick={() => setModal(true)}>Open the dialog</Ui.Button>
            <Controls />
            <States />
            <Proposals />
            <Documents />
          </div>
        }
        side={show.has('bare') ? undefined : <Inspector />}
      />
      <Ui.ToastRegion
        toasts={toasts}
        stayMs={600_000}
        onDismiss={(id) => setToasts(toasts.filter((toast) => toast.id !== id))}
      />
      {modal && <Modal onClose={() => setModal(false)} />}
      {show.has('drop') && (
        <DropTargets
          over="chat"
          onOver={nothing}
          onDrop={nothing}
          targets={[
            {
              id: 'chat',
              icon: Paperclip,
              title: 'Attach to the message',
              text: 'The assistant reads it for this conversation.',
            },
            {
              id: 'library',
              icon: FilePlus2,
              title: 'Add to the library',
              text: 'Searchable from every conversation.',
            },
          ]}
        />
      )}
    </div>
  )
}

const theme = show.get('theme')
if (theme) document.documentElement.dataset.theme = theme
const root = document.getElementById('root')
if (root) createRoot(root).render(<Gallery />)
