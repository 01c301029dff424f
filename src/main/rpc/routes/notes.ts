import { z } from 'zod'
import type { Actor } from '../../../shared/actor'
import type { Note, NoteLine, WrittenNote } from '../../../shared/contract/notes'
import { AppError, fromErrorShape } from '../../../shared/errors'
import { requireCountersigner } from '../../agent/gate/deciding'
import type { NotesService } from '../../notes/service'
import type { Gate } from '../../services/gate'
import type { CallsUnderWay } from '../calls-under-way'
import type { Procedures } from '../procedures'

/** What a tool that writes a note answers. */
const writtenSchema = z.object({ note_id: z.string() })
/** Notes that one answer of the table has. */
const atOnce = 1000

/** What the contract says of notes; every change goes through the gate as the person’s own gesture. */
export function noteRoutes(
  os: Procedures,
  {
    gate,
    notes,
    calls,
  }: { readonly gate: Gate; readonly notes: NotesService; readonly calls: CallsUnderWay },
) {
  const write = async (
    tool: string,
    input: unknown,
    actor: Actor,
    signal: AbortSignal | undefined,
    keepsWordsOf?: { readonly runId: string; readonly conversationId: string },
  ): Promise<Note> => {
    requireCountersigner(actor)
    const outcome = await gate.call({
      ...{ tool, input, actor, approval: 'gesture' },
      ...{ runId: null, conversationId: null, toolUseId: null },
      signal: calls.signalOf(signal),
      keepsWordsOf,
    })
    if (outcome.status !== 'done') throw new AppError('internal', 'A gesture was proposed.')
    const { error, state } = outcome.result
    if (error !== undefined) throw fromErrorShape(error)
    return notes.note(writtenSchema.parse(state).note_id)
  }

  return {
    list: os.notes.list.handler(({ input: { sort } }) => {
      const all: NoteLine[] = []
      for (let cursor: string | undefined; ; ) {
        const page = notes.list({ sort, limit: atOnce, cursor })
        all.push(...page.notes)
        if (page.cursor === null) return all
        cursor = page.cursor
      }
    }),
    get: os.notes.get.handler(({ input }) => notes.note(input.id)),
    search: os.notes.search.handler(({ input: { words, tag, limit } }) => {
      const hits = notes.search(words, { tag, limit: limit + 1 })
      return { hits: hits.slice(0, limit), more: hits.length > limit }
    }),
    linkingTo: os.notes.linkingTo.handler(({ input }) => notes.linkingTo(input.id)),
    create: os.notes.create.handler(({ input: { wordsOf, ...written }, context, signal }) =>
      write('create_note', written, context.actor, signal, wordsOf),
    ),
    save: os.notes.save.handler(async ({ input: { id, revision, written }, context, signal }) => {
      const now = notes.find(id)
      if (now === null || now.revision !== revision) return { status: 'changed', note: now }
      if (isSame(now, written)) return { status: 'saved', note: now }
      // Nobody else has a turn between this look at it and the plan's own.
      const note = await write('update_note', { note_id: id, ...written }, context.actor, signal)
      return { status: 'saved', note }
    }),
  }
}

function isSame(note: Note, { title, content, tags }: WrittenNote): boolean {
  return (
    note.title === title && note.content === content && JSON.stringify(note.tags) === JSON.stringify(tags)
  )
}
