import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { fromClientError } from '../../src/main/rpc/client'
import { noteLimits } from '../../src/shared/contract/notes'
import { AppError } from '../../src/shared/errors'
import { setUpCoreDesk } from '../support/core-desk'
import { branchedConversation, claudeConversation } from '../support/sample-exports'

const desk = setUpCoreDesk('for each test')

function put(name: string, content: unknown): string {
  const path = join(desk.papers, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

async function proposed(path: string, own = false) {
  const outcome = await desk.client.data.import({ path, own })
  if (outcome.status !== 'proposed') throw new Error(JSON.stringify(outcome.result))
  return outcome.proposal
}

/** Imports what a person chose, and says yes. */
async function take(path: string, own = false) {
  const { id, planHash } = await proposed(path, own)
  const decided = await desk.client.proposals.approve({ id, planHash })
  expect(decided.proposal.status).toBe('applied')
  const [change] = await desk.client.changes.list({ limit: 1 })
  if (change === undefined) throw new AppError('not_found', 'no change')
  return change
}

const titles = async () => (await desk.client.conversations.list()).map(({ title }) => title)

it('conversations of ChatGPT come with their branches, once they were shown', async () => {
  const path = put('out/conversations.json', [branchedConversation])
  const { preview } = await proposed(path)
  expect(preview.summary).toBe('Import 1 conversation of ChatGPT from “conversations.json”.')
  expect(await titles()).toEqual([])
  await take(path)
  const [found] = await desk.client.conversations.list()
  expect(found).toMatchObject({ title: 'Spring tides', updatedAt: 1_709_553_660_000 })
  const state = await desk.client.conversations.snapshot({ id: found?.id ?? '' })
  const said = state.messages.map((message) =>
    message.role === 'user'
      ? message.text
      : message.blocks.map((block) => 'text' in block && block.text).join(),
  )
  expect(said).toEqual(['When are spring tides?', 'At the new moon and the full moon.'])
  const shown = state.messages.at(-1)?.id ?? ''
  expect(state.versions[shown]).toHaveLength(2)
})

it('what an undo put into the trash is told as lying there, where it is imported again', async () => {
  const path = put('conversations.json', [branchedConversation])
  const { id } = await take(path)
  await desk.client.changes.undo({ id })
  const again = await desk.client.data.import({ path })
  expect(again).toMatchObject({ status: 'done', result: { state: { succeeded: 0, here: 1 } } })
  expect(again).toMatchObject({
    result: { content: expect.stringMatching(/1 thing is in the trash here, .*“Spring tides”/) },
  })
})

it('the same again brings nothing, and another state of it comes beside', async () => {
  const path = put('conversations.json', [branchedConversation])
  await take(path)
  expect(await desk.client.data.import({ path })).toMatchObject({
    status: 'done',
    result: { success: true, state: { succeeded: 0, here: 1 } },
  })
  const grown = { ...branchedConversation, title: 'Spring tides, later' }
  const later = put('later/conversations.json', [grown])
  expect((await proposed(later)).preview.warnings.join(' ')).toContain('here in another state')
  await take(later)
  expect(await titles()).toHaveLength(2)
})

it('what of it is in the trash is told, and stays there', async () => {
  await take(put('conversations.json', [claudeConversation]))
  const [knots] = await desk.client.conversations.list()
  await desk.client.conversations.remove({ id: knots?.id ?? '' })
  const both = [claudeConversation, { ...claudeConversation, uuid: 'another', name: 'Bends' }]
  const { preview } = await proposed(put('both/conversations.json', both))
  expect(preview.summary).toContain('1 conversation')
  expect(preview.warnings.join(' ')).toContain(
    '1 thing is here already just so, and is left out; 1 of them in',
  )
  await take(put('both/conversations.json', both))
  expect(await titles()).toEqual(['Bends'])
})

it('what two programs exported is told as of both, and each is known again by itself', async () => {
  const { id, planHash, preview } = await proposed(
    put('conversations.json', [branchedConversation, claudeConversation]),
  )
  expect(preview.summary).toBe('Import 2 conversations of ChatGPT and Claude from “conversations.json”.')
  await desk.client.proposals.approve({ id, planHash })
  const again = await desk.client.data.import({
    path: put('claude/conversations.json', [claudeConversation]),
    own: false,
  })
  expect(again).toMatchObject({ status: 'done', result: { state: { source: 'claude', here: 1 } } })
})

it('a note of the same title in another state comes beside the one that is here, and that is told', async () => {
  await take(put('notes/Harbour.md', '# Harbour\n\nFour boats.'))
  const path = put('notes/Harbour.md', '# Harbour\n\nFive boats.')
  expect((await proposed(path)).preview.warnings.join(' ')).toContain('comes beside it')
  await take(path)
  const notes = await desk.client.notes.list({})
  expect(notes.map(({ title }) => title)).toEqual(['Harbour', 'Harbour'])
})

it('undo moves what came to the trash, and undoing that brings it back', async () => {
  const { id } = await take(put('conversations.json', [claudeConversation]))
  expect(await titles()).toEqual(['Knots'])
  const undone = await desk.client.changes.undo({ id })
  expect(await titles()).toEqual([])
  expect(await desk.client.conversations.trash()).toMatchObject([{ title: 'Knots', messages: 2 }])
  await desk.client.changes.undo({ id: undone.id })
  expect(await titles()).toEqual(['Knots'])
})

it('a conversation that somebody went on in stays when the import is undone', async () => {
  const { id } = await take(put('conversations.json', [claudeConversation]))
  const [found] = await desk.client.conversations.list()
  await desk.client.conversations.send({ conversationId: found?.id ?? null, text: 'And a sheet bend?' })
  await desk.core.idle()
  expect(await desk.client.changes.undo({ id }).catch(fromClientError)).toMatchObject({ code: 'conflict' })
  expect(await titles()).toEqual(['Knots'])
})

it('a run that goes on in an imported conversation has read text from outside', async () => {
  await take(put('conversations.json', [claudeConversation]))
  const [found] = await desk.client.conversations.list()
  await desk.client.conversations.send({
    conversationId: found?.id ?? null,
    text: '/create_note {"title":"Knots"}',
  })
  await expect
    .poll(async () => (await desk.client.proposals.list({ status: 'pending', limit: 9 })).length)
    .toBe(1)
  const [waiting] = await desk.client.proposals.list({ status: 'pending', limit: 9 })
  expect(waiting?.raisedBecause.join(' ')).toContain('conversations.json')
})

it('notes of a folder come with title, tags and dates; hidden folders and other files stay out', async () => {
  put(
    'vault/Journal/Monday.md',
    '---\ntags: [sea, "two words"]\ncreated: 2023-04-05\n---\nSee [[Tuesday]].\n',
  )
  put('vault/.obsidian/app.json', '{}')
  put('vault/.trash/Old.md', 'gone')
  put('vault/picture.png', 'x')
  const path = join(desk.papers, 'vault')
  const { preview } = await proposed(path, true)
  expect(preview.warnings.join(' ')).toContain('picture.png')
  await take(path, true)
  const [note] = await desk.client.notes.list({})
  expect(note).toMatchObject({ title: 'Monday', tags: ['sea', 'two words'], outside: [] })
  expect(note?.createdAt).toBe(Date.UTC(2023, 3, 5))
  expect(await desk.client.notes.get({ id: note?.id ?? '' })).toMatchObject({ content: 'See [[Tuesday]].\n' })
  expect(await desk.client.data.import({ path })).toMatchObject({ result: { state: { here: 1 } } })
})

it('a note with ends of lines of Unicode, or a long title of emoji, comes as it is', async () => {
  put('odd/lines.md', 'one\u2028two\u2029three\u0085four\n')
  put('odd/title.md', `---\ntitle: ${'a'.repeat(noteLimits.title - 1)}😀\ntags: [${'t'.repeat(99)}😀]\n---\n`)
  await take(join(desk.papers, 'odd'), true)
  const [lines, title] = (await desk.client.notes.list({})).toSorted((a, b) => (a.title < b.title ? 1 : -1))
  expect(await desk.client.notes.get({ id: lines?.id ?? '' })).toMatchObject({
    content: 'one\u2028two\u2029three\u0085four\n',
  })
  expect(title?.title).toBe('a'.repeat(noteLimits.title - 1))
  expect(title?.tags).toEqual(['t'.repeat(99)])
})

it.runIf(process.platform === 'linux')(
  'a note’s file that can’t be read keeps none of the others away',
  async () => {
    put('vault/Monday.md', 'hello')
    writeFileSync(
      Buffer.concat([Buffer.from(join(desk.papers, 'vault/Bad ')), Buffer.from([0xff, 0x2e, 0x6d, 0x64])]),
      'x',
    )
    const { preview } = await proposed(join(desk.papers, 'vault'), true)
    expect(preview.warnings.join(' ')).toContain('1 file is left out: no longer there, or not to be read')
    await take(join(desk.papers, 'vault'), true)
    expect(await desk.client.notes.list({})).toMatchObject([{ title: 'Monday' }])
  },
)

it('notes that somebody else may have written keep where they are from', async () => {
  put('theirs/Monday.md', 'hello')
  const { id } = await take(join(desk.papers, 'theirs'))
  expect(await desk.client.notes.list({})).toMatchObject([{ title: 'Monday', outside: ['theirs'] }])
  const undone = await desk.client.changes.undo({ id })
  expect(await desk.client.notes.list({})).toEqual([])
  await desk.client.changes.undo({ id: undone.id })
  expect(await desk.client.notes.list({})).toMatchObject([{ title: 'Monday', outside: ['theirs'] }])
})

it('what changed since it was shown is not imported, and nothing of it stays', async () => {
  const path = put('conversations.json', [branchedConversation, claudeConversation])
  const { id, planHash } = await proposed(path)
  put('conversations.json', [branchedConversation])
  expect(await desk.client.proposals.approve({ id, planHash })).toMatchObject({
    proposal: { status: 'conflict' },
  })
  expect(await titles()).toEqual([])
  expect(await desk.client.conversations.trash()).toEqual([])
})

it('what came in meanwhile is told of a proposal that waits to bring it in', async () => {
  const path = put('conversations.json', [branchedConversation])
  const first = await proposed(path)
  const second = await proposed(path)
  expect(await desk.client.proposals.lookAtBase({ id: second.id })).toEqual({ moved: null })
  await desk.client.proposals.approve({ id: first.id, planHash: first.planHash })
  expect(await desk.client.proposals.lookAtBase({ id: second.id })).toMatchObject({
    moved: { code: 'conflict', said: { code: 'import.meanwhile' } },
  })
})

it('what is stopped in the middle leaves nothing, also not in the trash', async () => {
  const many = Array.from({ length: 400 }, (_, place) => ({
    ...claudeConversation,
    uuid: `c${place}`,
    name: `Knots ${place}`,
  }))
  const { id, planHash } = await proposed(put('conversations.json', many))
  const approving = desk.client.proposals.approve({ id, planHash })
  await expect.poll(async () => (await desk.client.data.status()).job?.stage, { interval: 2 }).toBe('writing')
  expect(await desk.client.data.stop()).toEqual({ stopped: true })
  expect((await approving).proposal.status).not.toBe('applied')
  expect(await titles()).toEqual([])
  expect(await desk.client.conversations.trash()).toEqual([])
})

it('nobody but a person hands over a path that is in no granted folder', async () => {
  const path = put('conversations.json', [claudeConversation])
  const program = desk.as({ kind: 'mcp_client', name: 'A program' })
  expect(await program.data.import({ path }).catch(fromClientError)).toMatchObject({ code: 'denied' })
  expect(await program.tools.call({ tool: 'import_data', input: { path } })).toMatchObject({
    result: { error: { code: 'outside_grant' } },
  })
})

it('our own export brings conversations and notes to another place, and doubles nothing where it is from', async () => {
  // The bell is a character that no text has, and that a file of notes is read without.
  await desk.client.notes.create({ title: 'Tides', content: 'High at seven.\u0007', tags: ['sea'] })
  await take(put('conversations.json', [branchedConversation]))
  const out = join(desk.papers, 'out')
  await desk.client.data.export({ path: out })
  expect(await desk.client.data.import({ path: out })).toMatchObject({
    status: 'done',
    result: { state: { succeeded: 0, here: 2 } },
  })
  const [note] = await desk.client.notes.list({})
  await desk.client.tools.call({ tool: 'delete_notes', input: { note_ids: [note?.id ?? ''] } })
  const [waiting] = await desk.client.proposals.list({ status: 'pending', limit: 9 })
  const { planHash } = await desk.client.proposals.get({ id: waiting?.id ?? '' })
  await desk.client.proposals.approve({ id: waiting?.id ?? '', planHash })
  await take(out, true)
  expect(await desk.client.notes.list({})).toMatchObject([{ title: 'Tides', tags: ['sea'] }])
})

it.each([
  ['an empty file', 'conversations.json', '', 'none that can be read'],
  ['another program’s file', 'conversations.json', [{ messages: [] }], 'none that can be read'],
  ['a file of another kind', 'picture.png', 'x', 'Nothing that Countersign knows'],
  ['a broken archive', 'export.zip', 'PK\u0003\u0004 and no more', ''],
])('%s is refused with what to do', async (_what, name, content, words) => {
  const outcome = await desk.client.data.import({ path: put(name, content) })
  if (outcome.status !== 'done' || outcome.result.error === undefined) throw new Error('It was taken.')
  expect(outcome.result.error.message).toContain(words)
  expect(outcome.result.error.code).not.toBe('internal')
})
