import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { exportedContact, exportedTask, writeOwnExport } from '../../../../tests/support/own-export'
import { branchedConversation, claudeConversation } from '../../../../tests/support/sample-exports'
import { AppError } from '../../../shared/errors'
import { importedSchema } from './imported'
import { readImport } from './read-import'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const control = { progress: () => undefined, stopIfAsked: () => undefined }

/** What stands where something else is expected. */
const wrong: readonly unknown[] = [
  ...[null, true, 0, -1, 1e308, 0.1, '', 'x', '2024-13-45', [], {}, [[]], [null], [{}], { length: 1e9 }],
  ...['\ud800', '\u0000\u202e', '__proto__', 'constructor', 'x'.repeat(70_000), '`'.repeat(9)],
  ...[JSON.parse('{"__proto__": {"role": "user"}, "constructor": 1, "toString": 2}'), { type: 'text' }],
  ...[{ role: 'user' }, [{ type: 'text', text: {} }], JSON.parse('['.repeat(3000) + ']'.repeat(3000))],
]

/** The same value with one place in it, at any depth, replaced by each of these, and without that place. */
function* spoiled(value: unknown): Generator<unknown> {
  yield* wrong
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[key]
    for (const other of spoiled(inner)) {
      yield Array.isArray(value)
        ? value.map((each, place) => (String(place) === key ? other : each))
        : { ...value, [key]: other }
    }
    const { [key]: _, ...rest } = value as Record<string, unknown>
    if (!Array.isArray(value)) yield rest
  }
}

/** What is read is what the rest of the program takes, or is refused with a sentence. */
async function readsOrRefuses(path: string): Promise<void> {
  const into = join(folder, 'out.jsonl')
  rmSync(into, { force: true })
  try {
    await readImport({ path, into }, control)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal') throw error
    return
  }
  for (const line of readFileSync(into, 'utf8').split('\n')) {
    if (line !== '') importedSchema.parse(JSON.parse(line))
  }
}

const ownConversation = {
  ...{ format: 'countersign-conversation', version: 1, id: 'c', title: 'Tides' },
  events: [
    { at: 1_700_000_000_000, runId: 'r', body: { type: 'run_started', model: 'm' } },
    {
      at: 1_700_000_000_001,
      runId: 'r',
      body: { type: 'user_message', messageId: 'a', text: 'When?', attachments: [] },
    },
    { at: 1_700_000_000_002, runId: 'r', body: { type: 'turn_started', messageId: 'b' } },
    {
      ...{ at: 1_700_000_000_003, runId: 'r' },
      body: { type: 'turn_finished', messageId: 'b', content: [{ type: 'text', text: 'At noon.' }] },
    },
    { at: 1_700_000_000_004, runId: 'r', body: { type: 'branch_shown', leafId: 'b' } },
  ],
}

it.each<[string, unknown]>([
  ['ChatGPT', branchedConversation],
  ['Claude', claudeConversation],
  ['our own export', ownConversation],
])(
  'a conversation of %s with anything in any place is read, or refused with a sentence',
  async (_of, sample) => {
    const path = join(folder, 'conversations.json')
    for (const value of spoiled(sample)) {
      const text = JSON.stringify([value])
      writeFileSync(path, text)
      await readsOrRefuses(path).catch((error: unknown) => {
        throw new Error(text.slice(0, 2000), { cause: error })
      })
    }
  },
)

it('contacts and tasks of our own export with anything in any place are read, or refused with a sentence', async () => {
  const contact = exportedContact('Ada', {
    emails: [{ label: 'work', value: 'ada@example.org' }],
    links: [{}],
    tags: ['sea'],
  })
  const task = exportedTask('Moor', {
    comments: [{ text: 'Soon.' }],
    needs: ['x'],
    tags: ['sea'],
    due: '2026-01-01',
  })
  for (const [name, sample] of [
    ['contacts', [contact]],
    ['tasks', [task]],
  ] as const) {
    for (const value of spoiled(sample)) {
      const path = join(folder, 'export')
      rmSync(path, { recursive: true, force: true })
      writeOwnExport(path, { [name]: value as unknown[] })
      await readsOrRefuses(path).catch((error: unknown) => {
        throw new Error(`${name}: ${JSON.stringify(value)?.slice(0, 2000)}`, { cause: error })
      })
    }
  }
})

it('what ends at any byte is read as far as it goes, or refused with a sentence', async () => {
  const path = join(folder, 'conversations.json')
  const bytes = Buffer.from(JSON.stringify([claudeConversation]))
  for (let length = 0; length < bytes.length; length++) {
    writeFileSync(path, bytes.subarray(0, length))
    await readsOrRefuses(path)
  }
})

it('an attachment with hundreds of thousands of code marks is read', async () => {
  const path = join(folder, 'conversations.json')
  const [first, ...others] = claudeConversation.chat_messages
  const attachments = [{ file_name: 'marks.txt', extracted_content: '` '.repeat(180_000) }]
  writeFileSync(
    path,
    JSON.stringify([{ ...claudeConversation, chat_messages: [{ ...first, attachments }, ...others] }]),
  )
  expect((await readImport({ path, into: null }, control)).items).toHaveLength(1)
})

it('says of what is too long that it is, not that nothing is known there', async () => {
  const path = join(folder, 'conversations.json')
  const [first] = claudeConversation.chat_messages
  const long = { ...first, content: [{ type: 'text', text: 'x'.repeat(400_001) }] }
  writeFileSync(path, JSON.stringify([{ ...claudeConversation, chat_messages: [long] }]))
  await expect(readImport({ path, into: null }, control)).rejects.toMatchObject({
    said: { code: 'import.all_too_long' },
  })
})
