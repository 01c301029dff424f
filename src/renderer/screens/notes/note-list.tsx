import { useMemo } from 'react'
import type { Excerpt } from '../../../shared/contract/excerpt'
import { type NoteLine, noteSortSchema } from '../../../shared/contract/notes'
import { isNewPlace } from '../../stores/note-drafts'
import { searchNotes, showTag, sorted, sortNotes, tagsOf, useNotes } from '../../stores/notes'
import { goTo } from '../../stores/page'
import { currentLocale } from '../../text/language'
import { notesText } from '../../text/notes'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { MarkedExcerpt } from '../../ui/marked-excerpt'
import { RelativeTime } from '../../ui/relative-time'
import { SearchField } from '../../ui/search-field'
import { Select } from '../../ui/select'
import { VirtualList } from '../../ui/virtual-list'
import { useOpenedRow } from '../use-opened-row'

/** Pixels of a row before it is measured. */
const rowHeight = 76
const everyTag = ''

/** A note in the list, with what of it was found. */
interface Row {
  readonly note: NoteLine
  readonly title: Excerpt
  readonly text: Excerpt
}

/** All notes or those that fit, with what narrows them. */
export function NoteList({
  lines,
  current,
}: {
  readonly lines: readonly NoteLine[]
  readonly current: string | null
}) {
  const { query, hits, more, tag, sort, drafts } = useNotes()
  const t = notesText()
  const tags = useMemo(() => tagsOf(lines), [lines])
  const rows = useMemo((): readonly Row[] => {
    if (query.trim() !== '') {
      return (hits ?? []).map(({ note, title, excerpt }) => ({ note, title, text: excerpt }))
    }
    const shown = tag === null ? lines : lines.filter((line) => line.tags.includes(tag))
    return sorted(shown, sort, currentLocale()).map((note) => ({
      note,
      title: plain(note.title),
      text: plain(note.beginning),
    }))
  }, [lines, query, hits, tag, sort])
  const clear = () => {
    searchNotes('')
    showTag(null)
  }
  // Not by when each was written last: a row would go away under who writes in it.
  const begun = Object.entries(drafts)
    .filter(([place]) => isNewPlace(place))
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  const searching = query.trim() !== ''
  const opened = useOpenedRow(current, (id) => rows.findIndex(({ note }) => note.id === id))
  const waiting = searching && hits === null
  const first = searching && more
  return (
    <div className="notes-list">
      <search className="notes-filters">
        <SearchField label={t.search} value={query} maxLength={1000} onChange={searchNotes} />
        <div className="notes-choices ui-choices">
          {tags.length > 0 && (
            <Select
              label={t.tag}
              labelHidden
              quiet
              value={tag ?? everyTag}
              options={[
                { value: everyTag, label: t.anyTag },
                ...tags.map(({ tag: value, count }) => ({ value, label: t.withCount(value, count) })),
              ]}
              onChange={(value) => showTag(value === everyTag ? null : value)}
            />
          )}
          <Select
            label={t.sort}
            labelHidden
            quiet
            disabled={searching}
            value={sort}
            options={noteSortSchema.options.map((value) => ({ value, label: t.sorts[value] }))}
            onChange={sortNotes}
          />
        </div>
      </search>
      {begun.map(([place, { title }]) => (
        <button
          key={place}
          type="button"
          className="note-row"
          data-row={place}
          data-opens
          aria-current={current === place || undefined}
          onClick={() => goTo({ screen: 'notes', id: place })}
        >
          <span className="note-row-title truncate">
            <HiddenText text={title.trim() || t.newTitle} />
          </span>
          <Badge tone="warning">{t.unsaved}</Badge>
        </button>
      ))}
      <p className={first ? 'notes-first' : 'visually-hidden'} role="status">
        {waiting ? '' : first ? t.firstListed(rows.length) : t.listed(rows.length)}
      </p>
      {rows.length === 0 && !waiting && lines.length > 0 ? (
        <div className="notes-nothing">
          <strong>{t.nothing}</strong>
          <p>{t.nothingText}</p>
          <Button size="sm" onClick={clear}>
            {t.clear}
          </Button>
        </div>
      ) : (
        <div className="notes-rows">
          <VirtualList
            label={t.list}
            items={rows}
            itemKey={({ note }) => note.id}
            estimateHeight={rowHeight}
            byKeys
            resetKey={JSON.stringify([query, tag, sort])}
            {...opened}
            renderItem={(row) => (
              <NoteRow
                row={row}
                current={row.note.id === current}
                unsaved={drafts[row.note.id]?.written === true}
              />
            )}
          />
        </div>
      )}
    </div>
  )
}

function NoteRow({
  row: { note, title, text },
  current,
  unsaved,
}: {
  readonly row: Row
  readonly current: boolean
  readonly unsaved: boolean
}) {
  const { id, tags, updatedAt } = note
  return (
    <button
      type="button"
      className="note-row"
      data-row={id}
      data-opens
      aria-current={current || undefined}
      onClick={() => goTo({ screen: 'notes', id })}
    >
      <span className="note-row-title truncate">
        <MarkedExcerpt pieces={title} />
      </span>
      <span className="note-row-time">
        {unsaved ? <Badge tone="warning">{notesText().unsaved}</Badge> : <RelativeTime at={updatedAt} />}
      </span>
      <span className="note-row-text">
        <MarkedExcerpt pieces={text} />
      </span>
      {tags.length > 0 && (
        <span className="note-row-tags truncate">
          <HiddenText text={tags.map((tag) => `#${tag}`).join(' ')} />
        </span>
      )}
    </button>
  )
}

function plain(text: string): Excerpt {
  return text === '' ? [] : [{ text, match: false }]
}
