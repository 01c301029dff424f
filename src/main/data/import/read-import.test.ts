import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpImportFolder } from '../../../../tests/support/import-folder'
import { makeZip } from '../../../../tests/support/make-zip'
import {
  branchedConversation,
  chatGptConversation,
  claudeConversation,
} from '../../../../tests/support/sample-exports'
import { seeded, seedOfRun } from '../../../../tests/support/seeded'
import type { Imported } from './imported'

const desk = setUpImportFolder()
const { put, read, failing } = desk

const messagesOf = (value: Imported['value'] | undefined) =>
  value?.kind === 'conversation'
    ? value.messages.map(({ role, text, parent }) => [role, text, parent])
    : 'no conversation'
const reasonsOf = ({ leftOut }: Awaited<ReturnType<typeof read>>) => leftOut.map(({ reason }) => reason)

describe('conversations of ChatGPT', () => {
  it('keep their branches; what the program hides is passed over', async () => {
    const { source, values } = await read(put('conversations.json', [branchedConversation]))
    expect(source).toBe('chatgpt')
    expect(messagesOf(values[0])).toEqual([
      ['user', 'When are spring tides?', null],
      ['assistant', 'At the new moon.', 0],
      ['user', 'Only then?', 1],
      ['assistant', 'At the new moon and the full moon.', 0],
    ])
    expect(values[0]).toMatchObject({ shown: 3, createdAt: 1_709_553_600_000 })
  })

  it('come from an archive whose conversations are in several files', async () => {
    const other = { ...branchedConversation, conversation_id: 'other', title: 'Other' }
    const path = put(
      'export.zip',
      makeZip({
        'conversations-000.json': JSON.stringify([branchedConversation]),
        'conversations-001.json': JSON.stringify([other]),
        'user.json': '{}',
      }),
    )
    expect((await read(path)).items.map(({ title }) => title)).toEqual(['Spring tides', 'Other'])
  })

  it('with a ring, a missing parent and a name of every object are read as far as they lead somewhere', async () => {
    const odd = chatGptConversation(
      'odd',
      '',
      [
        { id: '__proto__', parent: 'nowhere', role: 'user', text: 'first' },
        { id: 'constructor', parent: '__proto__', role: 'assistant', text: 'second' },
        { id: 'x', parent: 'y', role: 'user', text: 'ring' },
        { id: 'y', parent: 'x', role: 'assistant', text: 'ring' },
      ],
      'gone',
    )
    const found = await read(put('conversations.json', [odd]))
    expect(reasonsOf(found)).toEqual(['ring'])
    expect(messagesOf(found.values[0])).toEqual([
      ['user', 'first', null],
      ['assistant', 'second', 0],
    ])
    expect(found.values[0]?.title).toBe('first')
  })

  it('with a hundred thousand messages come by the shown branch, or are left out by name', async () => {
    const nodes = Array.from({ length: 100_000 }, (_, place) => ({
      ...{ id: `n${place}`, parent: place === 0 ? null : 'n0', role: 'user', text: `text ${place}` },
    }))
    const wide = chatGptConversation('wide', 'Wide', nodes.slice(0, 3000), 'n7')
    const found = await read(put('conversations.json', [wide]))
    expect(reasonsOf(found)).toEqual(['branches'])
    expect(messagesOf(found.values[0])).toEqual([
      ['user', 'text 0', null],
      ['user', 'text 7', 0],
    ])
    const mapping = Object.fromEntries(
      nodes.map(({ id, text }, place) => [
        id,
        {
          parent: place === 0 ? null : `n${place - 1}`,
          message: {
            author: { role: place % 2 === 0 ? 'user' : 'assistant' },
            content: { content_type: 'text', parts: [text] },
          },
        },
      ]),
    )
    const long = { conversation_id: 'long', title: 'Long', mapping, current_node: 'n99999' }
    const both = await read(put('conversations.json', [long, branchedConversation]))
    expect(both.items.map(({ title }) => title)).toEqual(['Spring tides'])
    expect(reasonsOf(both)).toEqual(['too_long'])
  })

  it('have titles without characters that can’t be seen or that turn text', async () => {
    const nodes = [{ id: 'a', parent: null, role: 'user', text: 'x' }]
    const hidden = chatGptConversation('hidden', 'A\u202eB\u200bC  e\u0301', nodes, 'a')
    const path = put('conversations.json', [hidden])
    expect((await read(path)).items).toMatchObject([{ title: 'ABC \u00e9' }])
  })

  it('keep no control characters, no halves of characters and no dates that can’t be', async () => {
    const odd = {
      ...chatGptConversation(
        'odd',
        'A\u0000\u001b[31mB\ud800\nC <script>',
        [{ id: 'a', parent: null, role: 'user', text: 'x\u0007y\udc00\r\nz' }],
        'a',
      ),
      create_time: 1e300,
      update_time: -5,
    }
    const { values } = await read(put('conversations.json', [odd]))
    expect(values[0]).toMatchObject({ title: 'A[31mB\ufffd C <script>', createdAt: 0 })
    expect(messagesOf(values[0])).toEqual([['user', 'xy\ufffd\nz', null]])
  })
})

describe('conversations of Claude', () => {
  it('come with what was attached as text; other files and uses of tools are counted', async () => {
    const found = await read(put('conversations.json', [claudeConversation]))
    expect(found.source).toBe('claude')
    expect(messagesOf(found.values[0])).toEqual([
      ['user', 'Which knot holds?\n\nlist.txt\n\n```\nbowline\n```', null],
      ['assistant', 'The bowline.', 0],
    ])
    expect(reasonsOf(found)).toEqual(['attachments', 'tools'])
  })

  it('have branches where the export tells what each message follows', async () => {
    const [question, answer] = claudeConversation.chat_messages
    const tree = {
      ...claudeConversation,
      current_leaf_message_uuid: 'm2',
      chat_messages: [
        { ...question, parent_message_uuid: '00000000-0000-4000-8000-000000000000', attachments: [] },
        { ...answer, parent_message_uuid: 'm1' },
        {
          ...answer,
          uuid: 'm3',
          parent_message_uuid: 'm1',
          content: [{ type: 'text', text: 'Or a hitch.' }],
        },
      ],
    }
    const { values } = await read(put('conversations.json', [tree]))
    expect(messagesOf(values[0])).toEqual([
      ['user', 'Which knot holds?', null],
      ['assistant', 'The bowline.', 0],
      ['assistant', 'Or a hitch.', 0],
    ])
    expect(values[0]).toMatchObject({ shown: 1 })
  })

  it('leave projects and memories out, and say so', async () => {
    mkdirSync(join(desk.folder, 'data'))
    put('data/conversations.json', [claudeConversation])
    put('data/projects.json', [])
    put('data/memories.json', [])
    const found = await read(join(desk.folder, 'data'))
    expect(found.leftOut.find(({ reason }) => reason === 'projects')).toMatchObject({ count: 2 })
  })
})

describe('our own export', () => {
  it('with nothing in it that comes is taken for what it is, and tells what stays out', async () => {
    for (const name of ['export', 'export/activity', 'export/assistants']) mkdirSync(join(desk.folder, name))
    for (const name of [
      'settings.json',
      'README.txt',
      'activity/audit.json',
      'assistants/Librarian.assistant.json',
    ])
      put(`export/${name}`, {})
    const found = await read(join(desk.folder, 'export'))
    expect(found).toMatchObject({ source: 'countersign', items: [] })
    expect(reasonsOf(found).sort()).toEqual(['records', 'settings'])
  })

  it('is said to have documents and missions only where some are in its lists', async () => {
    for (const name of ['export', 'export/activity', 'export/library']) mkdirSync(join(desk.folder, name))
    for (const name of ['settings.json', 'README.txt', 'activity/audit.json']) put(`export/${name}`, {})
    const lists = { 'missions.json': '[]\n', 'library/documents.jsonl': '' }
    const from = async (change: object) => {
      for (const [name, text] of Object.entries({ ...lists, ...change })) put(`export/${name}`, text)
      return reasonsOf(await read(join(desk.folder, 'export'))).sort()
    }
    expect(await from({})).toEqual(['settings'])
    expect(await from({ 'missions.json': '[\n  {"name":"Tides"}\n]\n' })).toEqual(['records', 'settings'])
    expect(await from({ 'library/documents.jsonl': '{"title":"Tides"}\n' })).toEqual([
      'documents',
      'settings',
    ])
    const archive = makeZip({
      'settings.json': '{}',
      'README.txt': '',
      'activity/audit.json': '{}',
      'missions.json': '[]',
      'library/documents.jsonl': `${JSON.stringify({ title: 'x'.repeat(100_000) })}\n`,
      'notes/Tides.md': '# Tides\n\nhigh',
    })
    const found = await read(put('export.zip', archive))
    expect(reasonsOf(found).sort()).toEqual(['documents', 'settings'])
    expect(found.items.map(({ title }) => title)).toEqual(['Tides'])
  })

  it.each([
    ['cut', { claimedSize: 9 }],
    ['locked', { isEncrypted: true }],
  ])('comes though a list of what stays out is %s, which counts as something', async (_what, harm) => {
    const archive = makeZip([
      ...['settings.json', 'README.txt', 'activity/audit.json'].map((name) => ({ name, content: '{}' })),
      { name: 'missions.json', content: '[]', ...harm },
      { name: 'library/documents.jsonl', content: '\ufeff[]\n' },
      { name: 'notes/Tides.md', content: '# Tides\n\nhigh' },
    ])
    const found = await read(put('export.zip', archive))
    expect(reasonsOf(found).sort()).toEqual(['records', 'settings'])
    expect(found.items.map(({ title }) => title)).toEqual(['Tides'])
  })

  it('whose notes can’t be read is not told as one without any', async () => {
    for (const name of ['export', 'export/activity', 'export/conversations'])
      mkdirSync(join(desk.folder, name))
    for (const name of ['settings.json', 'README.txt', 'activity/audit.json']) put(`export/${name}`, {})
    put('export/conversations/Tides.json', '{"half')
    expect(await failing(join(desk.folder, 'export'))).toBe('unsupported')
  })
})

describe('what is not whole', () => {
  it('comes as far as it goes, and says where it ends', async () => {
    const whole = JSON.stringify([branchedConversation, claudeConversation])
    const found = await read(put('conversations.json', whole.slice(0, whole.length - 60)))
    expect(found.items.map(({ title }) => title)).toEqual(['Spring tides'])
    expect(reasonsOf(found)).toEqual(['cut'])
  })

  it.each([
    ['a line each', `${JSON.stringify(branchedConversation)}\n${JSON.stringify(claudeConversation)}\n`],
    [
      'an array after the other',
      `${JSON.stringify([branchedConversation])}\n${JSON.stringify([claudeConversation])}`,
    ],
  ])('comes all the same where there is more than one value: %s', async (_how, text) => {
    const found = await read(put('conversations.json', text))
    expect(found.items.map(({ title }) => title)).toEqual(['Spring tides', 'Knots'])
    expect(reasonsOf(found)).not.toContain('cut')
    const half = await read(put('conversations.json', text.slice(0, text.length - 80)))
    expect(half.items.map(({ title }) => title)).toEqual(['Spring tides'])
    expect(reasonsOf(half)).toContain('cut')
  })

  it('is told where notes lie beside conversations', async () => {
    mkdirSync(join(desk.folder, 'export'))
    put('export/conversations.json', [branchedConversation])
    put('export/user.json', {})
    put('export/mine.md', 'mine')
    const { items, leftOut } = await read(join(desk.folder, 'export'))
    expect(items.map(({ title }) => title)).toEqual(['Spring tides'])
    expect(leftOut).toEqual([{ reason: 'notes_beside', count: 1, names: ['mine.md'] }])
  })

  it('is refused where an archive is a bomb', async () => {
    const bomb = makeZip({ 'conversations.json': `[${' '.repeat(60_000_000)}]` })
    expect(await failing(put('bomb.zip', bomb))).toBe('too_large')
  })

  it('never breaks the reader: cut, mixed up and of wrong types everywhere', async () => {
    const { seed, below, pick } = seeded(seedOfRun())
    const sources = [branchedConversation, claudeConversation].map((each) => JSON.stringify([each]))
    const wrong = ['null', '[]', '{}', '-1', '"\\ud800"', '1e999', '{"a":[{}]}', 'true', '"']
    const archive = makeZip({ 'conversations.json': sources[0] ?? '' })
    for (let round = 0; round < 150; round++) {
      const text = pick(sources)
      const from = below(text.length)
      const changed = text.slice(0, from) + pick(wrong) + text.slice(from + below(20))
      const cut = below(3) === 0 ? changed.slice(0, below(changed.length)) : changed
      // A value in place of another, so that what is read next is valid JSON of another shape.
      const swapped = text.replaceAll(/"(?:[^"\\]|\\.)*"(?=[,}\]])/g, (value) =>
        below(6) === 0 ? pick(wrong.slice(0, -1)) : value,
      )
      const bytes = Buffer.from(archive)
      bytes[below(bytes.length)] = below(256)
      for (const [name, content] of [
        ['conversations.json', cut],
        ['conversations.json', swapped],
        ['export.zip', bytes],
      ] as const) {
        const outcome = await failing(put(name, content))
        expect(['taken', 'unsupported', 'corrupt', 'too_large'], `seed ${seed}, round ${round}`).toContain(
          outcome,
        )
      }
    }
    expect(readdirSync(desk.folder).length).toBeLessThanOrEqual(2)
  })
})
