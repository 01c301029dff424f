import {
  NotebookPen,
  NotebookTabs,
  NotebookText,
  NotepadText,
  PencilLine,
  Search,
  SquarePen,
  Trash2,
} from 'lucide-react'
import { formatMoment, formatNumber } from '../../renderer/text/language'
import { CodeBlock } from '../../renderer/ui/code-block'
import { ExactEdits } from '../../renderer/ui/exact-edits'
import { KeyValues } from '../../renderer/ui/key-values'
import { ResultList } from '../../renderer/ui/result-list'
import { bindToolViews, useToolViewActions } from '../../renderer/ui/tool-view'
import notesModule from './module'
import * as titles from './titles'
import { text } from './views-text'

/** A note in a result, with what is said of it. */
interface NoteLine {
  readonly note_id: string
  readonly title: string
  readonly meta?: string
  readonly text?: string
}

/** Notes that a call is about; a click opens one, unless they are gone. */
function NoteLines({
  notes,
  note,
  gone = false,
}: {
  readonly notes: readonly NoteLine[]
  readonly note?: string
  readonly gone?: boolean
}) {
  const { openNote } = useToolViewActions()
  return (
    <ResultList
      label={text().notes}
      items={notes.map(({ note_id, title, meta, text: below }) => ({
        key: note_id,
        icon: NotebookText,
        title,
        meta,
        text: below,
        ...(gone ? {} : { onOpen: () => openNote(note_id) }),
      }))}
      note={note}
    />
  )
}

/** What a note is after it was written. */
function WrittenNote({
  output,
}: {
  readonly output: {
    readonly note_id: string
    readonly title: string
    readonly tags: readonly string[]
    readonly lines: number
    readonly characters: number
  }
}) {
  return (
    <>
      <NoteLines notes={[output]} />
      <KeyValues
        items={[
          { label: text().tags, value: output.tags.join(', ') },
          { label: text().lines, value: formatNumber(output.lines) },
        ]}
      />
    </>
  )
}

export default bindToolViews(notesModule, titles, {
  list_notes: {
    icon: NotebookTabs,
    doing: ({ input }) => text().listing(input?.tag),
    done: ({ output }) => text().listed(output?.notes.length ?? 0, output?.total ?? 0),
    Result: ({ output: { notes, total, cursor } }) => (
      <NoteLines
        notes={notes.map(({ updated_at, beginning, ...note }) => ({
          ...note,
          meta: formatMoment(updated_at),
          text: beginning,
        }))}
        note={total === 0 ? text().noNotes : cursor === null ? '' : text().moreNotes}
      />
    ),
  },
  search_notes: {
    icon: Search,
    doing: ({ input }) => text().searching(input?.query),
    done: ({ input, output }) => text().searched(output?.results.length ?? 0, input?.query ?? ''),
    Result: ({ output: { results } }) => (
      <NoteLines
        notes={results.map(({ updated_at, excerpt, ...note }) => ({
          ...note,
          meta: formatMoment(updated_at),
          text: excerpt,
        }))}
        note={results.length === 0 ? text().nothing : ''}
      />
    ),
  },
  read_note: {
    icon: NotebookText,
    doing: () => text().reading,
    done: ({ output }) =>
      output === undefined
        ? text().reading
        : text().read(output.title, output.end - output.start === output.total),
    Result: ({ output: { note_id, title, tags, updated_at, text: words, start, end, total } }) => (
      <>
        <NoteLines
          notes={[{ note_id, title, meta: formatMoment(updated_at), text: tags.join(', ') }]}
          note={end - start < total ? text().charactersOf(start + 1, end, total) : ''}
        />
        {words !== '' && <CodeBlock code={words} />}
      </>
    ),
  },
  create_note: {
    icon: NotebookPen,
    doing: ({ input }) => text().creating(input?.title),
    done: ({ output }) => text().created(output?.title ?? ''),
    Result: WrittenNote,
    Arguments: ({ input: { title, content, tags } }) => (
      <>
        <KeyValues
          items={[
            { label: text().title, value: title },
            { label: text().tags, value: tags?.join(', ') ?? '' },
          ]}
        />
        {content !== undefined && <CodeBlock code={content} />}
      </>
    ),
  },
  update_note: {
    icon: SquarePen,
    doing: () => text().updating,
    done: ({ output }) => text().updated(output?.title ?? ''),
    Result: WrittenNote,
    Arguments: ({ input: { note_id, title, content, tags } }) => (
      <>
        <KeyValues
          items={[
            { label: text().note, value: note_id },
            { label: text().title, value: title ?? '' },
            { label: text().tags, value: tags?.join(', ') ?? '' },
          ]}
        />
        {content !== undefined && <CodeBlock code={content} />}
      </>
    ),
  },
  edit_note: {
    icon: PencilLine,
    doing: () => text().editing,
    done: ({ output }) => text().edited(output?.title ?? '', output?.replacements ?? 0),
    Result: ({ output }) => (
      <>
        <NoteLines notes={[output]} />
        <KeyValues
          items={[
            { label: text().replacements, value: formatNumber(output.replacements) },
            {
              label: text().lineChange,
              value: `+${formatNumber(output.added)} −${formatNumber(output.removed)}`,
            },
          ]}
        />
      </>
    ),
    Arguments: ({ input }) => (
      <>
        <KeyValues items={[{ label: text().note, value: input.note_id }]} />
        <ExactEdits edits={input.edits} oldLabel={text().oldText} newLabel={text().newText} />
      </>
    ),
  },
  append_to_note: {
    icon: NotepadText,
    doing: () => text().appending,
    done: ({ output }) => text().appended(output?.title ?? '', output?.lines ?? 0),
    Result: ({ output }) => (
      <>
        <NoteLines notes={[output]} />
        <KeyValues
          items={[
            { label: text().lines, value: `+${formatNumber(output.lines)}` },
            { label: text().length, value: text().characters(output.characters) },
          ]}
        />
      </>
    ),
    Arguments: ({ input }) => (
      <>
        <KeyValues items={[{ label: text().note, value: input.note_id }]} />
        <CodeBlock code={input.text} />
      </>
    ),
  },
  delete_notes: {
    icon: Trash2,
    doing: ({ input }) => text().deleting(input?.note_ids.length ?? 1),
    done: ({ output }) => text().deleted(output?.succeeded ?? 0),
    Result: ({ output }) => <NoteLines notes={output.results} gone />,
  },
})
