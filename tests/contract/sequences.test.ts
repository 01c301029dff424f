import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DryRun } from '../../src/shared/contract/sequences'
import type { SequenceDefinition } from '../../src/shared/sequences/definition'
import { diffTexts } from '../../src/text-change/text-diff'
import { setUpCoreDesk } from '../support/core-desk'
import { fixed, gave, given, inputOf, sequenceOf, stepOf, written } from '../support/sequence-definitions'

const desk = setUpCoreDesk('for each test')
const { at } = desk
beforeEach(() => mkdirSync(at('sub')))

/** Every row of every table. */
function rowsOf(path: string): Record<string, unknown[]> {
  const db = new BetterSqlite3(path, { readonly: true })
  try {
    const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
    return Object.fromEntries(tables.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]))
  } finally {
    db.close()
  }
}

async function save(definition: SequenceDefinition) {
  return desk.client.sequences.create({ definition })
}

/** Runs a sequence and approves whatever it proposes. */
async function runAll(definition: SequenceDefinition, inputs = {}) {
  const { id, revision } = await save(definition)
  const events = await desk.client.events.watch()
  await events.next()
  const { runId, conversationId } = await desk.client.sequences.run({ id, revision, inputs })
  for await (const event of events) {
    if (event.type === 'proposal' && event.proposal.runId === runId && event.proposal.status === 'pending') {
      const { id: of, planHash, typeToConfirm } = await desk.client.proposals.get({ id: event.proposal.id })
      await desk.client.proposals.approve({ id: of, planHash, typed: typeToConfirm ?? undefined })
    }
    if (event.type === 'run' && event.event.runId === runId && event.event.body.type === 'run_finished') break
  }
  return desk.client.conversations.snapshot({ id: conversationId })
}

const kinds = ({ steps }: DryRun) => steps.map(({ outcome }) => outcome.kind)

describe('a dry run', () => {
  it('shows what three steps on one file come to, and a run then makes exactly that', async () => {
    const before = `${Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')}\n`
    writeFileSync(at('log.txt'), before)
    const path = at('log.txt')
    const definition = sequenceOf(
      [
        stepOf('edit_file', {
          path: fixed(path),
          edits: fixed([{ old_text: 'line 3\n', new_text: 'line three\n' }]),
        }),
        stepOf('edit_file', {
          path: fixed(path),
          edits: fixed([{ old_text: 'line three', new_text: 'line drei' }]),
        }),
        stepOf('append_to_file', { path: fixed(path), content: written('{{input.words}}\n') }),
      ],
      [inputOf('words')],
    )
    const inputs = { words: 'the end {{input.words}}' }
    const dry = await desk.client.sequences.dryRun({ definition, inputs })
    expect(kinds(dry)).toEqual(['planned', 'planned', 'planned'])
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(dry.combined).toMatchObject([{ target: { kind: 'file', reference: path }, steps: [1, 2, 3] }])

    await runAll(definition, inputs)
    const after = readFileSync(path, 'utf8')
    expect(after).toContain('line drei\n')
    expect(after.endsWith('the end {{input.words}}\n')).toBe(true)
    const { hunks, added, removed } = diffTexts(before, after)
    expect(dry.combined[0]?.changes).toEqual([{ kind: 'text', label: 'log.txt', hunks, added, removed }])
  })

  it('builds on files and notes that are only planned, and says what is not known yet', async () => {
    const definition = sequenceOf([
      stepOf(
        'create_file',
        { path: fixed(at('sub/new.md')), content: fixed('# Tides\n') },
        { output: 'file' },
      ),
      stepOf('append_to_file', { path: gave('file', 'path'), content: fixed('More.\n') }),
      stepOf('read_file', { path: gave('file', 'path') }, { output: 'seen' }),
      stepOf('create_note', { title: fixed('Tides'), content: fixed('One.') }, { output: 'note' }),
      stepOf('append_to_note', { note_id: gave('note', 'note_id'), text: fixed('Two.') }),
      stepOf('create_note', { title: fixed('Copy'), content: gave('seen', 'text') }),
      stepOf('get_current_time'),
    ])

    const dry = await desk.client.sequences.dryRun({ definition, inputs: {} })
    expect(kinds(dry)).toEqual(['planned', 'planned', 'unknown', 'planned', 'planned', 'unknown', 'read'])
    expect(dry.steps[2]?.outcome).toEqual({ kind: 'unknown', steps: [1] })
    expect(dry.steps[5]?.outcome).toEqual({ kind: 'unknown', steps: [3] })
    expect(dry.steps[6]?.outcome).toMatchObject({ before: [1, 2, 4, 5, 6] })
    expect(dry.combined).toMatchObject([
      {
        target: { reference: at('sub/new.md') },
        changes: [{ kind: 'text', content: '# Tides\nMore.\n' }],
        steps: [1, 2],
      },
      {
        target: { kind: 'record', label: 'Tides' },
        changes: [{ kind: 'text', content: expect.stringMatching(/^One\.\s+Two\.$/) }],
        steps: [4, 5],
      },
    ])
  })

  it('leaves every table and every file as they were', async () => {
    writeFileSync(at('a.txt'), 'a\n')
    const definition = sequenceOf([
      stepOf('search_library', { query: fixed('sea') }, { output: 'found' }),
      stepOf('list_directory', { path: fixed(desk.work) }),
      stepOf('edit_file', { path: fixed(at('a.txt')), edits: fixed([{ old_text: 'a', new_text: 'b' }]) }),
      stepOf('trash_files', { paths: fixed([at('a.txt')]) }),
      stepOf('create_contact', { kind: fixed('person'), name: fixed('Ada') }, { output: 'who' }),
      stepOf('update_contact', { contact_id: gave('who', 'contact_id'), role: fixed('Countess') }),
      stepOf('create_collection', { name: fixed('Sea') }),
    ])
    const before = rowsOf(desk.data.database)
    const dry = await desk.client.sequences.dryRun({ definition, inputs: {} })
    expect(kinds(dry)).toEqual(['read', 'read', 'planned', 'planned', 'planned', 'planned', 'planned'])
    expect(rowsOf(desk.data.database)).toEqual(before)
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('a\n')
    expect(await desk.client.proposals.list({ status: 'all' })).toEqual([])
    // What is added and then changed is one addition.
    const who = dry.combined.find(({ target }) => target.label === 'Ada')
    expect(who?.changes).toHaveLength(1)
    expect(who?.changes[0]).toMatchObject({
      fields: expect.arrayContaining([{ name: 'role', before: null, after: 'Countess' }]),
    })
  })

  it('ends where the sequence would, and says where a person would be asked first', async () => {
    const definition = sequenceOf([
      stepOf('read_file', { path: fixed(at('gone.txt')) }, { goesOn: true }),
      stepOf('read_file', { path: fixed('/etc/hostname') }),
      stepOf('edit_file', { path: fixed(at('gone.txt')), edits: fixed([{ old_text: 'a', new_text: 'b' }]) }),
      stepOf('get_current_time'),
    ])
    const dry = await desk.client.sequences.dryRun({ definition, inputs: {} })
    expect(kinds(dry)).toEqual(['failed', 'asks', 'failed', 'not_reached'])
    expect(await desk.client.proposals.list({ status: 'all' })).toEqual([])
  })

  it('forgets at the next start what one had read that a crash ended', async () => {
    const { database } = desk.data
    await desk.close()
    const db = new BetterSqlite3(database)
    db.prepare(
      "INSERT INTO run_taints (run_id, origin, source, tool, conversation_id, at) VALUES ('dry-run x', 'web', 'a', 't', NULL, 0), ('other', 'web', 'a', 't', NULL, 0)",
    ).run()
    db.close()
    await desk.startAgain()
    expect(rowsOf(database).run_taints).toMatchObject([{ run_id: 'other' }])
  })

  it('is refused to programs, as everything of sequences is', async () => {
    const program = desk.as({ kind: 'mcp_client', name: 'Editor' })
    const definition = sequenceOf([stepOf('get_current_time')])
    const { id, revision } = await save(definition)
    for (const attempt of [
      () => program.sequences.list(),
      () => program.sequences.create({ definition }),
      () => program.sequences.change({ id, revision, definition }),
      () => program.sequences.run({ id, revision, inputs: {} }),
      () => program.sequences.dryRun({ definition, inputs: {} }),
      () => program.sequences.importFile({ text: '{}' }),
      () => program.sequences.remove({ id }),
    ]) {
      await expect(attempt()).rejects.toThrow('only list and call tools')
    }
    expect((await desk.client.tools.catalog()).filter(({ name }) => name.includes('sequence'))).toEqual([])
  })
})

it('a sequence with an initial input is saved, run and told of in Activity by its name', async () => {
  writeFileSync(at('a.txt'), 'a\n')
  const definition = sequenceOf(
    [stepOf('append_to_file', { path: given('path'), content: fixed('b\n') })],
    [inputOf('path', { kind: 'path' })],
    'Append',
  )
  const state = await runAll(definition, { path: at('a.txt') })
  expect(readFileSync(at('a.txt'), 'utf8')).toBe('a\nb\n')
  expect(Object.values(state.runs)).toMatchObject([{ status: 'completed', assistant: 'Append' }])
  expect(await desk.client.changes.list({ actor: 'sequence' })).toMatchObject([
    { actor: { kind: 'sequence', name: 'Append' }, status: 'applied' },
  ])
})
