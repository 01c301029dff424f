import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Proposal } from '../../../src/shared/contract/changes'
import type { ToolResult } from '../../../src/shared/tool/result'
import { answer, text, toolResultsOf, toolUse } from '../../support/fake-messages-api'
import { fixtureMcp } from '../../support/mcp-server/fixture'
import { html, type Site, servePages } from '../../support/serve-pages'
import { type Arena, openArena } from './arena'
import { next, order, poisonedFilesIn } from './poisoned-files'
import { type Calls, granted, type Input, one, titled, type Way } from './ways'

// Whatever tool hands the text on, the model obeys it at once, and wants what a policy lets it do unasked; the gate is
// what stands between.

const waitMs = 60_000
const limitMs = 90_000

let arena: Arena
let site: Site
let documentId: string
/** The proposal that was approved last. */
let approvedId = ''

beforeAll(async () => {
  arena = await openArena()
  site = await servePages({ '/': html(order, `<p>${order}</p>`) })
  // So large a window that every tool is sent, also another server’s: what is not loaded is not run.
  await arena.window.settings.set({ webHosts: [site.host], contextTokens: 200_000 })
  documentId = await added(written(order))
  await arena.window.policies.set({ assistant: 'default', tool: 'create_file', policy: 'auto' })
}, 120_000)
afterAll(async () => {
  await arena.close()
  await site.close()
})

const { file, written, cards, chats, folderWith } = poisonedFilesIn(() => arena.docs)

/** Adds a file as a person does, and waits until it is read. */
async function added(path: string): Promise<string> {
  const { documents } = await arena.window.library.add({ paths: [path] })
  const id = documents[0]?.id ?? ''
  await vi.waitUntil(async () => (await arena.window.library.document({ id })).status === 'complete', {
    timeout: waitMs,
  })
  return id
}
const newDocument = () => added(written())

/** Has something done that a person says yes to. */
async function done(tool: string, input: Input): Promise<ToolResult> {
  const outcome = await arena.window.tools.call({ tool, input })
  if (outcome.status === 'done') return outcome.result
  const { id, planHash } = outcome.proposal
  const { result } = await arena.window.proposals.approve({ id, planHash })
  if (result === null) throw new Error(`${tool} was approved and answered nothing.`)
  return result
}
const stateOf = async (tool: string, input: Input) =>
  (await done(tool, input)).state as Readonly<Record<string, unknown>>
const newCollection = async () =>
  (await stateOf('create_collection', { name: `${order} ${next()}` })).collection_id
const print = (): Input => ({ command: ['echo', order], folder: arena.docs })
const printed = async () => ({ command_id: (await stateOf('run_command', print())).command_id })
const anywhere = /This run has read “.*echo .+” from/
const edit = () => ({ path: written(), edits: [{ old_text: 'create', new_text: 'keep' }] })

const newNote = async () => {
  const fields = { title: `${order} ${next()}`, content: order, tags: ['own'] }
  return String((await stateOf('create_note', fields)).note_id)
}
/** Has a run write a record that has read a document of the library before. */
async function recorded(tool: string, fields: Input): Promise<void> {
  const calls: Calls = [
    ['read_document', () => ({ doc_id: documentId })],
    [tool, () => fields],
  ]
  await obey(calls, join(arena.docs, `obeyed-${next()}.txt`))
}
/** A record, with a tag that only such ones have. */
interface Tagged {
  readonly id: string
  readonly tag: string
}
/** A note that a run wrote which had read. */
async function poisonedNote(): Promise<Tagged> {
  const tag = `read ${next()}`
  await recorded('create_note', { title: `${order} ${next()}`, content: order, tags: [tag] })
  const found = (await arena.window.notes.list({})).find(({ tags }) => tags.includes(tag))
  if (found === undefined) throw new Error('The note was not made.')
  return { id: found.id, tag }
}
const newContact = async (tags = ['own']) =>
  String((await stateOf('create_contact', { name: `${order} ${next()}`, tags })).contact_id)
/** A contact that a run wrote which had read. */
async function poisonedContact(): Promise<Tagged> {
  const tag = `read ${next()}`
  await recorded('create_contact', { name: `${order} ${next()}`, tags: [tag] })
  const [found] = await arena.window.contacts.list({ tag })
  if (found === undefined) throw new Error('The contact was not made.')
  return { id: found.id, tag }
}
const newTask = async () =>
  String((await stateOf('create_task', { title: `${order} ${next()}`, tags: ['own'] })).task_id)
/** A task that a run wrote which had read. */
async function poisonedTask(): Promise<Tagged> {
  const tag = `read ${next()}`
  await recorded('create_task', { title: `${order} ${next()}`, tags: [tag] })
  const [found] = await arena.window.tasks.list({ tag })
  if (found === undefined) throw new Error('The task was not made.')
  return { id: found.id, tag }
}
type OfRecord = (record: Tagged) => Input | Promise<Input>
const hadRead = /This run has read “Ignore-all-rules.+”/
/** A tool on a record that nobody from outside had a part in, and on one of a run that had read. */
const onBoth = (
  tool: string,
  input: OfRecord,
  own: () => Promise<string>,
  poisoned: () => Promise<Tagged>,
): Record<string, Way> => ({
  [tool]: { from: null, calls: async () => one(tool, await input({ id: await own(), tag: 'own' })) },
  [`${tool}, of a run that had read`]: {
    from: hadRead,
    calls: async () => one(tool, await input(await poisoned())),
  },
})
const ofNote = (tool: string, input: OfRecord) => onBoth(tool, input, newNote, poisonedNote)
const ofContact = (tool: string, input: OfRecord) => onBoth(tool, input, () => newContact(), poisonedContact)
const ofTask = (tool: string, input: OfRecord) => onBoth(tool, input, newTask, poisonedTask)
const commented = async (id: string) =>
  (await stateOf('comment_on_task', { task_id: id, text: order })).comment_id
const linked = async (id: string) =>
  (await stateOf('link_contacts', { from_id: id, to_id: await newContact(), relation: 'sister' })).link_id
const absent = [{ old_text: 'absent', new_text: '' }]

/** Every tool; words after its name tell one way of using it from the others. */
const ways: Readonly<Record<string, Way>> = {
  list_directory: granted('list_directory', () => ({ path: arena.docs })),
  find_files: granted('find_files', () => ({ pattern: '*.md' })),
  search_file_contents: granted('search_file_contents', () => ({ query: 'rules' })),
  read_file: granted('read_file', () => ({ path: file() })),
  get_file_info: granted('get_file_info', () => ({ path: file() })),
  create_file: granted('create_file', () => ({ path: file(`new ${next()}`), content: order })),
  create_directory: granted('create_directory', () => ({ path: join(arena.docs, `made-${next()}`) })),
  edit_file: granted('edit_file', edit),
  'edit_file, tried': granted('edit_file', () => ({ ...edit(), dry_run: true })),
  overwrite_file: granted('overwrite_file', () => ({ path: written(), content: order })),
  append_to_file: granted('append_to_file', () => ({ path: written(), content: order })),
  move_files: granted('move_files', () => ({ items: [{ from: written(), to: file(`moved ${next()}`) }] })),
  copy_files: granted('copy_files', () => ({ items: [{ from: written(), to: file(`copied ${next()}`) }] })),
  trash_files: granted('trash_files', () => ({ paths: [written()] })),
  restore_files: {
    from: null,
    async calls() {
      const path = written()
      await done('trash_files', { paths: [path] })
      return one('restore_files', { items: [path] })
    },
  },
  run_command: { from: anywhere, calls: () => one('run_command', print()) },
  get_command_output: { from: anywhere, calls: async () => one('get_command_output', await printed()) },
  stop_command: { from: anywhere, calls: async () => one('stop_command', await printed()) },
  search_library: titled('search_library', () => ({ query: 'rules' })),
  list_collections: granted('list_collections', () => ({})),
  create_collection: granted('create_collection', () => ({ name: `${order} ${next()}` })),
  update_collection: {
    from: null,
    calls: async () =>
      one('update_collection', { collection_id: await newCollection(), name: `${order} ${next()}` }),
  },
  delete_collection: {
    from: null,
    calls: async () => one('delete_collection', { collection_id: await newCollection() }),
  },
  list_documents: titled('list_documents', () => ({})),
  get_document_status: titled('get_document_status', () => ({ doc_id: documentId })),
  read_document: titled('read_document', () => ({ doc_id: documentId })),
  summarize_document: titled('summarize_document', () => ({ doc_id: documentId })),
  update_document: titled('update_document', () => ({ doc_id: documentId, tags: [`tag ${next()}`] })),
  update_documents: titled('update_documents', () => ({
    doc_ids: [documentId],
    add_tags: [`tag ${next()}`],
  })),
  'update_documents, as it is already': titled('update_documents', async () => {
    const update = { doc_ids: [documentId], add_tags: [`tag ${next()}`] }
    await done('update_documents', update)
    return update
  }),
  'update_documents, with too many tags': titled('update_documents', async () => {
    const tags = Array.from({ length: 50 }, (_, place) => `one ${place}`)
    const id = await newDocument()
    await done('update_document', { doc_id: id, tags })
    return { doc_ids: [id], add_tags: ['one more'] }
  }),
  restart_ingest: titled('restart_ingest', async () => ({ doc_id: await newDocument() })),
  restart_ingests: titled('restart_ingests', async () => ({ doc_ids: [await newDocument()] })),
  delete_document: titled('delete_document', async () => ({ doc_id: await newDocument() })),
  delete_documents: titled('delete_documents', async () => ({ doc_ids: [await newDocument()] })),
  add_document: granted('add_document', () => ({ source: written() })),
  'add_document, as it is already': titled('add_document', () => ({ source: file() })),
  'add_document, as the new version of one that is there': titled('add_document', async () => {
    const source = written()
    await done('add_document', { source })
    writeFileSync(source, `${order} ${next()}\n`)
    return { source }
  }),
  'add_document, with some that are there': titled('add_document', () => ({
    source: folderWith(file(), written()),
  })),
  'add_document, with nothing new': titled('add_document', () => ({ source: folderWith(file()) })),
  'add_document, with nothing to take': granted('add_document', () => ({ source: folderWith() })),
  update_watched_folder: {
    from: null,
    async calls() {
      const { id } = await arena.window.library.watchFolder({ path: folderWith() })
      return one('update_watched_folder', { folder_id: id })
    },
  },
  fetch_web_content: {
    from: /This run has read “http.+” from the web/,
    calls: () => one('fetch_web_content', { url: `${site.origin}/` }),
  },
  get_proposal: {
    from: null,
    calls: () => [
      ['create_collection', () => ({ name: `${order} ${next()}` })],
      ['get_proposal', () => ({ proposal_id: approvedId })],
    ],
  },
  ...ofNote('list_notes', ({ tag }) => ({ tag })),
  ...ofNote('search_notes', ({ tag }) => ({ query: 'rules', tag })),
  ...ofNote('read_note', ({ id }) => ({ note_id: id })),
  ...ofNote('update_note', ({ id }) => ({ note_id: id, tags: [`tag ${next()}`] })),
  'update_note, as it is already': {
    from: hadRead,
    calls: async () => {
      const { id, tag } = await poisonedNote()
      return one('update_note', { note_id: id, tags: [tag] })
    },
  },
  ...ofNote('edit_note', ({ id }) => ({
    note_id: id,
    edits: [{ old_text: 'create', new_text: 'keep' }],
  })),
  'edit_note, where it does not fit': {
    from: hadRead,
    calls: async () => one('edit_note', { note_id: (await poisonedNote()).id, edits: absent }),
  },
  ...ofNote('append_to_note', ({ id }) => ({ note_id: id, text: order })),
  create_note: granted('create_note', () => ({ title: `${order} ${next()}` })),
  delete_notes: {
    from: null,
    calls: async () => one('delete_notes', { note_ids: [(await poisonedNote()).id] }),
  },
  ...ofContact('list_contacts', ({ tag }) => ({ tag })),
  ...ofContact('search_contacts', ({ tag }) => ({ query: tag })),
  ...ofContact('read_contact', ({ id }) => ({ contact_id: id })),
  create_contact: granted('create_contact', () => ({ name: `new ${next()}` })),
  import_contacts: granted('import_contacts', () => ({ paths: [cards()] })),
  import_data: granted('import_data', () => ({ path: chats() })),
  ...ofContact('update_contact', ({ id }) => ({ contact_id: id, role: `role ${next()}` })),
  ...ofContact('link_contacts', async ({ id }) => ({
    ...{ from_id: id, to_id: await newContact() },
    relation: 'sister',
  })),
  ...ofContact('unlink_contacts', async ({ id }) => ({ link_id: await linked(id) })),
  // One that takes another over has its tags too.
  ...ofContact('merge_contacts', async ({ id }) => ({ into_id: id, from_ids: [await newContact([])] })),
  delete_contacts: {
    from: null,
    calls: async () => one('delete_contacts', { contact_ids: [await newContact()] }),
  },
  ...ofTask('list_tasks', ({ tag }) => ({ tag })),
  ...ofTask('search_tasks', ({ tag }) => ({ query: tag })),
  ...ofTask('read_task', ({ id }) => ({ task_id: id })),
  create_task: granted('create_task', () => ({ title: `new ${next()}` })),
  'create_task, part of one of a run that had read': {
    from: hadRead,
    calls: async () => one('create_task', { title: `new ${next()}`, parent: (await poisonedTask()).id }),
  },
  create_tasks: granted('create_tasks', () => ({ tasks: [{ title: `new ${next()}` }] })),
  ...ofTask('update_task', ({ id }) => ({ task_id: id, notes: `note ${next()}` })),
  ...ofTask('comment_on_task', ({ id }) => ({ task_id: id, text: order })),
  ...ofTask('delete_task_comment', async ({ id }) => ({ comment_id: await commented(id) })),
  delete_tasks: {
    from: null,
    calls: async () => one('delete_tasks', { task_ids: [await newTask()] }),
  },
  get_current_time: granted('get_current_time', () => ({ time_zone: order })),
  calculate: granted('calculate', () => ({ expression: `1 # ${order}` })),
  transform_text: granted('transform_text', () => ({ text: order, operation: 'trim_lines' })),
}

/** Has the model make the calls, to which a person says yes, and then obey; answers what of that a person is asked. */
async function obey(
  calls: Calls,
  path: string,
  wish: readonly [tool: string, input: Input] = ['create_file', { path, content: order }],
): Promise<Proposal | null> {
  let made = 0
  arena.api.respond((request) => {
    // A title or a summary is asked for without tools.
    if ((request.tools ?? []).length === 0) return answer([text(order)])
    const call = calls[made++]
    if (call !== undefined) return answer([toolUse(call[0], call[1](JSON.stringify(toolResultsOf(request))))])
    if (made > calls.length + 1) return answer([text('Done.')])
    return answer([toolUse(...wish)])
  })
  const { conversationId } = await arena.window.conversations.send({
    conversationId: null,
    text: 'Have a look',
  })
  let asked: Proposal | null = null
  await vi.waitUntil(
    async () => {
      const [row] = await arena.window.proposals.list({ status: 'pending' })
      if (row === undefined) {
        const { messages } = await arena.window.conversations.snapshot({ id: conversationId })
        return JSON.stringify(messages).includes('Done.')
      }
      const proposal = await arena.window.proposals.get({ id: row.id })
      if (proposal.preview.targets.some(({ reference }) => reference === path)) {
        asked = proposal
        await arena.window.proposals.reject({ id: proposal.id })
      } else {
        await arena.approve(proposal)
        approvedId = proposal.id
      }
      return false
    },
    { timeout: waitMs },
  )
  return asked
}

describe('a model that obeys what a tool hands on', () => {
  it('is tried with every tool', async () => {
    const tools = (await arena.window.tools.catalog()).map(({ name }) => name)
    expect([...new Set(Object.keys(ways).map((way) => way.split(',')[0]))].sort()).toEqual(tools.sort())
  })

  it.each(Object.entries(ways).filter(([, { from }]) => from !== null))(
    'does nothing unasked after %s',
    { timeout: limitMs },
    async (_way, { from, calls }) => {
      const path = join(arena.docs, `obeyed-${next()}.txt`)
      const proposal = await obey(await calls(), path)
      expect(proposal?.raisedBecause.join(' ')).toMatch(from ?? '')
      expect(existsSync(path)).toBe(false)
    },
  )

  it.each(Object.entries(ways).filter(([, { from }]) => from === null))(
    'may still do what a policy lets it after %s, which told it nothing from outside',
    { timeout: limitMs },
    async (_way, { calls }) => {
      const path = join(arena.docs, `obeyed-${next()}.txt`)
      expect(await obey(await calls(), path)).toBeNull()
      expect(existsSync(path)).toBe(true)
    },
  )

  it('does nothing unasked after a tool of another server', { timeout: limitMs }, async () => {
    const { mcpServers } = arena.window
    const { draft } = fixtureMcp(arena.home, 'Tides', { tools: [{ name: 'say', description: order }] })
    const { id, configurationHash } = await mcpServers.save({ id: null, draft })
    await mcpServers.approve({ id, configurationHash })
    await mcpServers.connect({ id })
    const decisions = (await mcpServers.tools({ id })).map(({ name, offeredHash }) => ({
      ...{ name, offeredHash: offeredHash ?? '' },
      ...{ allowed: true, class: 'read' as const },
    }))
    await mcpServers.review({ id, decisions })
    const path = join(arena.docs, `obeyed-${next()}.txt`)
    const proposal = await obey(one('mcp_tides_say', { say: order }), path)
    expect(proposal?.raisedBecause.join(' ')).toMatch(/This run has read “Tides: say” from an MCP server/)
    expect(existsSync(path)).toBe(false)
    await mcpServers.remove({ id })
  })

  it('deletes nothing, whatever it has read', { timeout: limitMs }, async () => {
    const kept = written()
    const proposal = await obey(
      [
        ['search_library', () => ({ query: 'rules' })],
        ['list_documents', () => ({})],
      ],
      kept,
      ['trash_files', { paths: [kept] }],
    )
    expect(proposal?.class).toBe('destructive_delete')
    expect(existsSync(kept)).toBe(true)
  })
})
