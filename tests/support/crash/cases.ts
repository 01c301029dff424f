import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../../../src/main/rpc/client'
import type { Proposal } from '../../../src/shared/contract/changes'
import { exportedContact, exportedTask, writeOwnExport } from '../own-export'
import { propose } from '../propose'
import { branchedConversation, claudeConversation } from '../sample-exports'
import { html, type Site, servePages } from '../serve-pages'
import { contactCalls, contactsBefore } from './contact-cases'
import { settled } from './picture'
import type { Stage } from './stage'
import { taskCalls, tasksBefore } from './task-cases'

/** What a process is killed in the middle of. */
export interface CrashCase {
  readonly name: string
  /** Whether it decides on a proposal, takes a change back, refuses one, or uses a remembered approval. */
  readonly kind: 'approve' | 'undo' | 'reject' | 'granted'
  /** What happens before, in good order. */
  prepare?(client: Client): Promise<void>
  run(client: Client): Promise<void>
}

/** Fills the folders and the library that every case begins with. */
export async function furnish(stage: Stage, client: Client): Promise<void> {
  const at = (name: string) => join(stage.work, name)
  mkdirSync(at('folder/deep'), { recursive: true })
  mkdirSync(at('old'))
  writeFileSync(at('a.txt'), 'first line\nsecond line\n')
  writeFileSync(at('b.txt'), 'b'.repeat(5000))
  writeFileSync(at('run.sh'), '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(at('folder/deep/c.txt'), 'c')
  writeFileSync(at('folder/d.txt'), 'd')
  symlinkSync('folder', at('link'))
  writeFileSync(at('gone.txt'), 'gone')
  writeFileSync(at('old/gone.txt'), 'gone, in a folder')
  writeFileSync(at('people.vcf'), 'BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nORG:Society\nEND:VCARD\n')
  writeFileSync(at('conversations.json'), JSON.stringify([branchedConversation, claudeConversation]))
  // More tasks than one transaction writes.
  writeOwnExport(at('export'), {
    contacts: [exportedContact('Grace'), exportedContact('Alan')],
    tasks: Array.from({ length: 60 }, (_, place) => exportedTask(`t${place}`)),
  })
  for (const name of ['read.txt', 'kept.txt', 'new.txt']) {
    writeFileSync(at(name), `The pilot marks the ${name} buoy at dawn.\n`)
  }
  await decide(client, 'trash_files', { paths: [at('gone.txt'), at('old')] })
  await decide(client, 'create_note', { title: 'Tides', content: 'High water at seven.\n', tags: ['sea'] })
  await decide(client, 'create_collection', { name: 'Charts' })
  await decide(client, 'add_document', { source: at('read.txt') })
  await decide(client, 'add_document', {
    source: at('kept.txt'),
    collection_id: await collection(client, 'Charts'),
  })
  await settled(client)
}

/** Approves what was proposed; throws when it is not applied. */
export async function approve(client: Client, { id, planHash, typeToConfirm }: Proposal): Promise<void> {
  const { proposal } = await client.proposals.approve({ id, planHash, typed: typeToConfirm ?? undefined })
  if (proposal.status !== 'applied') throw new Error(`${proposal.tool}: ${proposal.reason}`)
}

/** Has a tool propose, and approves that. */
export async function decide(client: Client, tool: string, input: unknown): Promise<void> {
  await approve(client, await propose(client, tool, input))
}

async function collection(client: Client, name: string): Promise<string> {
  const found = (await client.library.collections()).find((each) => each.name === name)
  if (found === undefined) throw new Error(name)
  return found.id
}

async function document(client: Client, title: string): Promise<string> {
  const { documents } = await client.library.documents({ status: 'all', limit: 50 })
  const found = documents.find((each) => each.title === title)
  if (found === undefined) throw new Error(title)
  return found.id
}

async function note(client: Client): Promise<string> {
  const [found] = await client.notes.list({})
  if (found === undefined) throw new Error('There is no note.')
  return found.id
}

/** Every write tool of the files, the library, the notes, the contacts, the tasks and the imports module, each approved and each taken back; and what else decides. */
export function crashCases(stage: Stage): CrashCase[] {
  const at = (name: string) => join(stage.work, name)
  type Input = (client: Client) => unknown
  const addChanged = (client: Client) => decide(client, 'add_document', { source: at('folder') })
  const addBeforeItChanges = async (client: Client) => {
    await addChanged(client)
    await settled(client)
    writeFileSync(at('folder/d.txt'), 'another d')
    writeFileSync(at('folder/e.txt'), 'e')
  }
  const calls: [name: string, tool: string, input: Input][] = [
    ['create_file in new folders', 'create_file', () => ({ path: at('x/y/new.txt'), content: 'new\n' })],
    ['create_directory', 'create_directory', () => ({ path: at('p/q') })],
    [
      'edit_file',
      'edit_file',
      () => ({ path: at('a.txt'), edits: [{ old_text: 'first', new_text: '1st' }] }),
    ],
    ['overwrite_file', 'overwrite_file', () => ({ path: at('run.sh'), content: '#!/bin/sh\nexit 1\n' })],
    ['append_to_file', 'append_to_file', () => ({ path: at('b.txt'), content: 'more\n' })],
    [
      'move_files',
      'move_files',
      () => ({
        items: [
          { from: at('a.txt'), to: at('m/a.txt') },
          { from: at('folder'), to: at('m/folder') },
          { from: at('link'), to: at('link2') },
        ],
      }),
    ],
    [
      'copy_files',
      'copy_files',
      () => ({
        items: [
          { from: at('a.txt'), to: at('k/a.txt') },
          { from: at('folder'), to: at('k/folder') },
          { from: at('link'), to: at('link2') },
        ],
      }),
    ],
    ['trash_files', 'trash_files', () => ({ paths: [at('a.txt'), at('folder'), at('link')] })],
    ['restore_files', 'restore_files', () => ({ items: [at('gone.txt'), at('old')] })],
    ['add_document', 'add_document', () => ({ source: at('new.txt') })],
    ['import_contacts', 'import_contacts', () => ({ paths: [at('people.vcf')] })],
    ['import_data', 'import_data', () => ({ path: at('conversations.json') })],
    ['import_data of an export', 'import_data', () => ({ path: at('export') })],
    ['add_document of a folder', 'add_document', () => ({ source: at('folder') })],
    [
      'update_document',
      'update_document',
      async (client) => ({
        doc_id: await document(client, 'read'),
        title: 'Read twice',
        tags: ['sea'],
        collection_id: await collection(client, 'Charts'),
      }),
    ],
    ['restart_ingest', 'restart_ingest', async (client) => ({ doc_id: await document(client, 'read') })],
    ['delete_document', 'delete_document', async (client) => ({ doc_id: await document(client, 'read') })],
    ['create_collection', 'create_collection', () => ({ name: 'Maps', description: 'old ones' })],
    [
      'update_collection',
      'update_collection',
      async (client) => ({ collection_id: await collection(client, 'Charts'), name: 'Sea charts' }),
    ],
    [
      'delete_collection',
      'delete_collection',
      async (client) => ({ collection_id: await collection(client, 'Charts') }),
    ],
    ['create_note', 'create_note', () => ({ title: 'Ebb', content: 'Low water at one.\n' })],
    [
      'update_note',
      'update_note',
      async (client) => ({ note_id: await note(client), title: 'Tides of today', tags: [] }),
    ],
    [
      'append_to_note',
      'append_to_note',
      async (client) => ({ note_id: await note(client), text: 'Low water at one.' }),
    ],
    ['delete_notes', 'delete_notes', async (client) => ({ note_ids: [await note(client)] })],
  ]
  const { other } = stage
  if (other !== null) {
    const away = ['a.txt', 'folder', 'link'].map((name) => ({ from: at(name), to: join(other, name) }))
    calls.push(['move_files to another disk', 'move_files', () => ({ items: away })])
    calls.push(['copy_files to another disk', 'copy_files', () => ({ items: away })])
  }
  const cases = calls.flatMap(([name, tool, input]): CrashCase[] => {
    const apply = async (client: Client) => decide(client, tool, await input(client))
    return [
      { name, kind: 'approve', run: apply },
      {
        name: `undo of ${name}`,
        kind: 'undo',
        async prepare(client) {
          await apply(client)
          await settled(client)
        },
        run: undoLast,
      },
    ]
  })
  if (other !== null) {
    const paths = ['a.txt', 'folder', 'link'].map((name) => join(other, name))
    const prepare = (client: Client) =>
      decide(client, 'move_files', {
        items: ['a.txt', 'folder', 'link'].map((name) => ({ from: at(name), to: join(other, name) })),
      })
    cases.push({
      name: 'trash_files from another disk',
      kind: 'approve',
      prepare,
      run: (client) => decide(client, 'trash_files', { paths }),
    })
    cases.push({
      name: 'undo of trash_files from another disk',
      kind: 'undo',
      async prepare(client) {
        await prepare(client)
        await decide(client, 'trash_files', { paths })
      },
      run: undoLast,
    })
  }
  return [
    ...cases,
    ...ofRecords(contactsBefore, contactCalls),
    ...ofRecords(tasksBefore, taskCalls),
    {
      name: 'add_document of what changed',
      kind: 'approve',
      prepare: addBeforeItChanges,
      run: addChanged,
    },
    {
      name: 'undo of add_document of what changed',
      kind: 'undo',
      async prepare(client) {
        await addBeforeItChanges(client)
        await addChanged(client)
        await settled(client)
      },
      run: undoLast,
    },
    { name: 'fetch_web_content', kind: 'approve', run: fetchPage },
    {
      name: 'undo of fetch_web_content',
      kind: 'undo',
      async prepare(client) {
        await fetchPage(client)
        await settled(client)
      },
      run: undoLast,
    },
    {
      name: 'a rejection',
      kind: 'reject',
      async run(client) {
        const { id } = await propose(client, 'create_file', { path: at('never.txt'), content: 'never' })
        await client.proposals.reject({ id, reason: 'Not this one' })
      },
    },
    {
      name: 'a remembered approval',
      kind: 'granted',
      async prepare(client) {
        const { id, planHash } = await propose(client, 'create_file', {
          path: at('folder/one.txt'),
          content: '1',
        })
        await client.proposals.approve({ id, planHash, remember: { scope: 'container', uses: 2 } })
      },
      async run(client) {
        const outcome = await client.tools.call({
          tool: 'create_file',
          input: { path: at('folder/two.txt'), content: '2' },
        })
        if (outcome.status !== 'done' || !outcome.result.success)
          throw new Error('It was asked all the same.')
      },
    },
  ]
}

type Call = readonly [tool: string, input: (client: Client) => Promise<unknown> | unknown]

/** Each of these calls after those, and its undo. */
function ofRecords(before: readonly Call[], calls: readonly Call[]): CrashCase[] {
  const prepare = async (client: Client) => {
    for (const [tool, input] of before) await decide(client, tool, await input(client))
  }
  return calls.flatMap(([tool, input]): CrashCase[] => {
    const apply = async (client: Client) => decide(client, tool, await input(client))
    return [
      { name: tool, kind: 'approve', prepare, run: apply },
      {
        name: `undo of ${tool}`,
        kind: 'undo',
        async prepare(client) {
          await prepare(client)
          await apply(client)
        },
        run: undoLast,
      },
    ]
  })
}

/** Stays for all cases of a process: what was cut off is asked for again. */
let pilotSite: Promise<Site> | null = null

async function fetchPage(client: Client): Promise<void> {
  pilotSite ??= servePages({ '/': html('The pilot', 'The pilot marks the buoy of the web at dusk.') })
  const { host, origin } = await pilotSite
  await client.settings.set({ webHosts: [host] })
  await decide(client, 'fetch_web_content', { url: origin })
}

async function undoLast(client: Client): Promise<void> {
  const [last] = await client.changes.list({ limit: 1 })
  if (last === undefined) throw new Error('There is nothing to undo.')
  await client.changes.undo({ id: last.id })
}
