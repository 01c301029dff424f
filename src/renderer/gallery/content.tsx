import { BookOpen, Library, MoreHorizontal, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import * as Ui from '../ui'
import { answer, deceptive, documents, hunks, json, longHunks } from './samples'
import { Section } from './section'

const nothing = () => {}

/** Tables, lists and what they say when empty. */
export function Documents() {
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
            count={documents.length}
            rowAt={(index) => documents[index]}
            rowKey={(row) => row.id}
            minWidth={480}
            selected={selected}
            onChoose={(cursor, by) => {
              const { first, count } = Ui.meantRows(cursor, by)
              const keys = documents.slice(first, first + count).map(({ id }) => id)
              setSelected(Ui.selectedAfter(selected, keys, by))
            }}
            onChooseAll={() => setSelected(new Set(documents.map(({ id }) => id)))}
            sort={sort}
            resetKey={`${sort.column} ${sort.direction}`}
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

const drawn = (width: number, height: number) => ({
  mediaType: 'image/png',
  size: 48_213,
  sha256: '4ed6cbe6c32d9a0f'.repeat(4),
  picture: {
    width,
    height,
    thumbnail: { sha256: `${width}`, mediaType: 'image/png' as const, width, height, size: 900 },
  },
})

/** Draws a picture of the size that its name says; a name that is no number is one that is gone. */
const draw: Ui.LoadPicture = async (name) => {
  const width = Number(name)
  if (Number.isNaN(width)) throw new Error('The picture is not kept any more.')
  const canvas = new OffscreenCanvas(width, 180)
  const context = canvas.getContext('2d')
  if (context !== null) {
    context.fillStyle = width > 200 ? '#c4622d' : '#2d6fc4'
    context.arc(width / 2, 90, 70, 0, 2 * Math.PI)
    context.fill()
  }
  return canvas.convertToBlob()
}

/** What is not text: pictures before and after, data by its first bytes, what can't be shown. */
export function Pictures() {
  const data = { mediaType: 'application/zip', size: 3008, sha256: '5fc00826b299e0d1'.repeat(4) }
  const gone = drawn(240, 120)
  return (
    <Section title="Pictures and other files">
      <Ui.PictureSourceContext value={draw}>
        <Ui.Card title="Overwrite logo.png">
          <Ui.ContentSides label="logo.png" before={drawn(320, 180)} after={drawn(180, 180)} />
        </Ui.Card>
        <Ui.Card title="Overwrite archive.zip">
          <Ui.ContentSides
            label="archive.zip"
            before={{ ...data, head: '504b03041400000008007a6c5b5936de' }}
            after={{ ...data, mediaType: 'image/png', problem: 'The picture is damaged or cut off.' }}
          />
        </Ui.Card>
        <Ui.LookAt
          label="old.png"
          look={{
            ...gone,
            picture: { ...gone.picture, thumbnail: { ...gone.picture.thumbnail, sha256: 'gone' } },
          }}
        />
      </Ui.PictureSourceContext>
    </Section>
  )
}

/** Diffs, and text that may deceive. */
export function Proposals() {
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

/** A decision that asks for typed words. */
export function Modal({ onClose }: { readonly onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Ui.Dialog
      tone="danger"
      icon={Trash2}
      title="Move 2 files to the trash?"
      description="They can be restored for 30 days."
      onCancel={onClose}
      initialFocus={field}
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
        fieldRef={field}
        onConfirm={onClose}
        onCancel={onClose}
      />
    </Ui.Dialog>
  )
}

/** The panel on the right. */
export function Inspector() {
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
