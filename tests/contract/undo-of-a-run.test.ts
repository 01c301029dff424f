import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sequenceDefinitionSchema } from '../../src/shared/sequences/definition'
import { setUpCoreDesk } from '../support/core-desk'
import { folderTree } from '../support/folder-tree'
import { runSequence } from '../support/run-sequence'
import { fixed, gave, sequenceOf, stepOf } from '../support/sequence-definitions'

// `tests/e2e/undo.spec.ts` has files and the library; this has files, notes, contacts, tasks and collections in one run.

const desk = setUpCoreDesk('for each test')
const { at } = desk

/** Each change is planned, approved and applied in its turn. */
const limitMs = 120_000

async function done(tool: string, input: unknown): Promise<Record<string, unknown>> {
  const outcome = await desk.client.tools.call({ tool, input })
  if (outcome.status === 'done') return outcome.result.state as Record<string, unknown>
  const { id, planHash, typeToConfirm } = outcome.proposal
  const { result } = await desk.client.proposals.approve({ id, planHash, typed: typeToConfirm ?? undefined })
  if (result?.success !== true) throw new Error(`${tool}: ${result?.content}`)
  return result.state as Record<string, unknown>
}

/** What a person finds of their records, but when and how often each was written. */
async function records(): Promise<unknown> {
  const [{ notes }, { contacts }, { tasks }, { collections }] = (await Promise.all([
    done('list_notes', {}),
    done('list_contacts', {}),
    done('list_tasks', {}),
    done('list_collections', {}),
  ])) as [
    { notes: { note_id: string }[] },
    { contacts: { contact_id: string }[] },
    { tasks: { task_id: string }[] },
    { collections: unknown },
  ]
  const whole = [
    ...notes.map(({ note_id }) => ['read_note', { note_id }] as const),
    ...contacts.map(({ contact_id }) => ['read_contact', { contact_id }] as const),
    ...tasks.map(({ task_id }) => ['read_task', { task_id }] as const),
  ]
  const read = await Promise.all(
    whole.map(async ([tool, input]) => {
      const { updated_at: _, ...record } = await done(tool, input)
      return JSON.stringify(record)
    }),
  )
  return { read: read.sort(), collections }
}

/** A folder and records of each kind, and some fifty changes of all of them. */
async function scene() {
  mkdirSync(at('sub'))
  for (const name of ['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'sub/f.md']) {
    writeFileSync(at(name), `${name} as it was\n`)
    utimesSync(at(name), 1_600_000_000, 1_600_000_000)
  }
  const note = async (title: string) =>
    String(
      (await done('create_note', { title, content: `# ${title}\n\nAs it was.\n`, tags: ['old'] })).note_id,
    )
  const contact = async (name: string) =>
    String((await done('create_contact', { name, kind: 'person', notes: 'As it was.' })).contact_id)
  const [tides, moon, stars, gone] = [
    await note('Tides'),
    await note('Moon'),
    await note('Stars'),
    await note('Gone'),
  ]
  const [ada, adaTwice, grace, alan] = [
    await contact('Ada'),
    await contact('Ada L.'),
    await contact('Grace'),
    await contact('Alan'),
  ]
  const { link_id } = await done('link_contacts', { from_id: ada, to_id: grace, relation: 'friend' })
  const task = async (title: string, more: object = {}) =>
    String((await done('create_task', { title, notes: 'As it was.', ...more })).task_id)
  const report = await task('Report')
  const figures = await task('Figures', { parent: report })
  const talk = await task('Talk', { needs: [figures] })
  await done('comment_on_task', { task_id: figures, text: 'By Ada.' })
  const { comment_id } = await done('comment_on_task', { task_id: talk, text: 'At nine.' })
  const { collection_id } = await done('create_collection', { name: 'Sea', description: 'salt' })
  const edit = (path: string, old_text: string, new_text: string) =>
    stepOf('edit_file', { path: fixed(at(path)), edits: fixed([{ old_text, new_text }]) })
  const editNote = (id: string, old_text: string, new_text: string) =>
    stepOf('edit_note', { note_id: fixed(id), edits: fixed([{ old_text, new_text }]) })
  return [
    stepOf('create_directory', { path: fixed(at('new')) }),
    ...['one', 'two', 'three'].map((name) =>
      stepOf('create_file', { path: fixed(at(`new/${name}.md`)), content: fixed(`${name}\n`) }),
    ),
    edit('a.md', 'as it', 'AS it'),
    edit('a.md', 'it was', 'it is'),
    edit('new/one.md', 'one', 'eins'),
    stepOf('append_to_file', { path: fixed(at('b.md')), content: fixed('more\n') }),
    stepOf('append_to_file', { path: fixed(at('new/two.md')), content: fixed('more\n') }),
    stepOf('overwrite_file', { path: fixed(at('c.md')), content: fixed('other\n') }),
    stepOf('copy_files', { items: fixed([{ from: at('a.md'), to: at('new/a.md') }]) }),
    stepOf('move_files', { items: fixed([{ from: at('d.md'), to: at('new/d.md') }]) }),
    stepOf('move_files', { items: fixed([{ from: at('sub'), to: at('new/sub') }]) }),
    stepOf('trash_files', { paths: fixed([at('e.md')]) }),
    stepOf('create_note', { title: fixed('First'), content: fixed('1') }, { output: 'first' }),
    stepOf('create_note', { title: fixed('Second'), tags: fixed(['new']) }, { output: 'second' }),
    stepOf('append_to_note', { note_id: gave('first', 'note_id'), text: fixed('2') }),
    stepOf('update_note', { note_id: gave('second', 'note_id'), content: fixed('Whole') }),
    stepOf('update_note', { note_id: fixed(tides), title: fixed('High water'), tags: fixed(['sea']) }),
    editNote(tides, 'As it was', 'As it is'),
    editNote(moon, 'As it was', 'As it is'),
    stepOf('append_to_note', { note_id: fixed(moon), text: fixed('And more.') }),
    stepOf('update_note', { note_id: fixed(stars), content: fixed('Nothing of before.') }),
    stepOf('append_to_note', { note_id: fixed(stars), text: fixed('And more.') }),
    stepOf('delete_notes', { note_ids: fixed([gone]) }),
    stepOf('delete_notes', { note_ids: fixed([tides]) }),
    stepOf('create_contact', { name: fixed('Emmy'), kind: fixed('person') }, { output: 'emmy' }),
    stepOf('create_contact', { name: fixed('Institute'), kind: fixed('organization') }, { output: 'place' }),
    stepOf('update_contact', { contact_id: gave('emmy', 'contact_id'), role: fixed('Mathematician') }),
    stepOf('update_contact', { contact_id: fixed(ada), role: fixed('Countess'), tags: fixed(['first']) }),
    stepOf('update_contact', { contact_id: fixed(alan), notes: fixed('Nothing of before.') }),
    stepOf('link_contacts', {
      from_id: gave('emmy', 'contact_id'),
      to_id: fixed(ada),
      relation: fixed('reads'),
    }),
    stepOf('link_contacts', { from_id: fixed(alan), to_id: fixed(adaTwice), relation: fixed('reads') }),
    stepOf('unlink_contacts', { link_id: fixed(String(link_id)) }),
    stepOf('merge_contacts', { into_id: fixed(ada), from_ids: fixed([adaTwice]) }),
    stepOf('delete_contacts', { contact_ids: fixed([grace]) }),
    stepOf('create_task', { title: fixed('Slides'), parent: fixed(talk) }, { output: 'slides' }),
    stepOf('create_tasks', {
      tasks: fixed([
        { title: 'Read', key: 'read' },
        { title: 'Sleep', needs: ['read'] },
      ]),
    }),
    stepOf('update_task', { task_id: gave('slides', 'task_id'), needs: fixed([report]) }),
    stepOf('update_task', { task_id: fixed(talk), status: fixed('done'), due: fixed('2026-12-01') }),
    stepOf('comment_on_task', { task_id: gave('slides', 'task_id'), text: fixed('Begun.') }),
    stepOf('delete_task_comment', { comment_id: fixed(String(comment_id)) }),
    stepOf('delete_tasks', { task_ids: fixed([report]) }),
    stepOf('update_collection', { collection_id: fixed(String(collection_id)), name: fixed('Ocean') }),
    stepOf('create_collection', { name: fixed('Drafts') }, { output: 'drafts' }),
    stepOf('update_collection', {
      collection_id: gave('drafts', 'collection_id'),
      description: fixed('not done yet'),
    }),
    stepOf('append_to_file', { path: fixed(at('a.md')), content: fixed('the end\n') }),
  ]
}

it('a run of many changes of files, notes, contacts, tasks and collections is taken back at once, and again', {
  timeout: limitMs,
}, async () => {
  const definition = sequenceDefinitionSchema.parse(sequenceOf(await scene()))
  expect(definition.steps).toHaveLength(47)
  const before = { files: folderTree(desk.work), records: await records() }

  const { runId, conversationId } = await runSequence(desk.client, definition)
  const { runs } = await desk.client.conversations.snapshot({ id: conversationId })
  expect(runs[runId]?.error ?? null).toBeNull()
  expect(runs[runId]?.status).toBe('completed')
  const after = { files: folderTree(desk.work), records: await records() }
  expect(after).not.toEqual(before)

  const { undone, kept, batch } = await desk.client.changes.undoRun({ runId })
  expect(kept).toEqual([])
  expect(undone).toHaveLength(47)
  expect({ files: folderTree(desk.work), records: await records() }).toEqual(before)

  await desk.client.changes.undoBatch({ id: batch ?? '' })
  expect({ files: timeless(folderTree(desk.work)), records: await records() }).toEqual({
    ...after,
    files: timeless(after.files),
  })
})

/** What is done again is written again. */
function timeless(tree: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, entry]) => [
      name,
      Array.isArray(entry) && entry[0] === 'file' ? entry.toSpliced(2, 1) : entry,
    ]),
  )
}
