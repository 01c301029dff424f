import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { setUpCommandDesk } from '../support/command-desk'

const desk = setUpCommandDesk()
const { run } = desk

beforeEach(async () => {
  await run('grant', desk.work)
})

const at = (name: string) => join(desk.work, name)
const document = async (...args: string[]) => {
  const { status, stdout } = await run(...args, '--json')
  return { status, value: JSON.parse(stdout) as Record<string, unknown> & Record<string, unknown>[] }
}
const propose = async (tool: string, input: unknown) => {
  const { status, value } = await document('call', tool, JSON.stringify(input))
  expect(status).toBe(3)
  return String(value.proposal_id)
}

describe('deciding on the command line', { timeout: 60_000 }, () => {
  it('approves chosen items alone, and a chosen part by JSON', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(at(name), name)
    const trash = await propose('trash_files', { paths: ['a.txt', 'b.txt', 'c.txt'].map(at) })
    for (const wrong of [
      ['--items', '0'],
      ['--items', 'x'],
      ['--choice', '{no'],
      ['--choice', '{"lines":[1]}'],
      ['--items', '1', '--choice', '{"items":[0]}'],
    ]) {
      expect((await run('proposals', 'approve', trash, ...wrong)).status).toBe(2)
    }
    expect((await run('proposals', 'approve', trash, '--items', '9')).status).toBe(2)
    const { status, value } = await document('proposals', 'approve', trash, '--items', '1,3')
    expect(status).toBe(0)
    expect(value.amended).toBe('2 of 3 items: “a.txt”, “c.txt”. Left out: “b.txt”.')
    expect(readdirSync(desk.work)).toEqual(['b.txt'])

    const lines = Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join('')
    writeFileSync(at('d.txt'), lines)
    const edit = await propose('edit_file', {
      path: at('d.txt'),
      edits: [
        { old_text: 'line 2\n', new_text: 'two\n' },
        { old_text: 'line 30\n', new_text: 'thirty\n' },
      ],
    })
    const part = JSON.stringify({ hunks: [{ change: 0, hunk: 1 }] })
    expect((await run('proposals', 'approve', edit, '--choice', part)).status).toBe(0)
    expect(readFileSync(at('d.txt'), 'utf8')).toBe(lines.replace('line 30\n', 'thirty\n'))
    expect((await run('proposals', 'list', '--items', '1')).status).toBe(2)
  })

  it('approves chosen fields of a record by their numbers, and tells which were', async () => {
    const made = await propose('create_collection', { name: 'Sea', description: 'salt' })
    expect((await run('proposals', 'approve', made)).status).toBe(0)
    const { value: listed } = await document('call', 'list_collections', '{}')
    const { collections } = listed.state as { collections: { collection_id: string; name: string }[] }
    const id = collections.find(({ name }) => name === 'Sea')?.collection_id
    const update = { collection_id: id, name: 'Ocean', description: 'deep' }
    const proposal = await propose('update_collection', update)
    expect((await run('proposals', 'approve', proposal, '--items', '3')).status).toBe(2)
    const { status, value } = await document('proposals', 'approve', proposal, '--items', '2')
    expect(status).toBe(0)
    expect(value.amended).toBe('1 of 2 fields: description. Left out: name.')
    const { content } = value.result as unknown as { content: string }
    expect(content).toMatch(/^Approved in part: 1 of 2 fields: description\. Left out: name\./)
    const { value: changes } = await document('changes', 'list')
    expect(changes[0]).toMatchObject({ amended: '1 of 2 fields: description. Left out: name.' })
    const { value: after } = await document('call', 'list_collections', '{}')
    expect(JSON.stringify(after)).toContain('"description":"deep"')
    expect(JSON.stringify(after)).not.toContain('Ocean')
  })

  it('takes back one file of many, by the path at which it is, also one with a comma', async () => {
    const moved = ['a.txt', 'b, c.txt', 'd.txt']
    for (const name of moved) writeFileSync(at(name), name)
    const items = moved.map((name) => ({ from: at(name), to: at(`new/${name}`) }))
    const proposal = await propose('move_files', { items })
    const { value: applied } = await document('proposals', 'approve', proposal)
    const change = String(applied.change_id)
    const { status, value } = await document('changes', 'undo', change, '--only', at('new/b, c.txt'))
    expect(status).toBe(0)
    expect(value).toMatchObject({ undoes: null, undoes_part_of: change })
    expect(readdirSync(desk.work).sort()).toEqual(['b, c.txt', 'new'])
    const rest = ['--only', at('new/a.txt'), '--only', at('new/d.txt')]
    expect((await run('changes', 'undo', change, ...rest)).status).toBe(0)
    expect(readdirSync(desk.work).sort()).toEqual(['a.txt', 'b, c.txt', 'd.txt'])
    expect((await run('changes', 'undo', change, '--only', at('new/x.txt'))).status).toBe(2)
  })

  it('proposes again what could not be applied', async () => {
    writeFileSync(at('a.txt'), 'one\n')
    const edits = [{ old_text: 'one', new_text: 'two' }]
    const first = await propose('edit_file', { path: at('a.txt'), edits })
    expect((await run('proposals', 'again', first)).status).toBe(5)
    writeFileSync(at('a.txt'), 'one\nand more\n')
    expect((await run('proposals', 'approve', first)).status).toBe(5)
    const { status, value } = await document('proposals', 'again', first)
    expect(status).toBe(3)
    expect(value).toMatchObject({ status: 'pending', tool: 'edit_file' })
    expect((await run('proposals', 'approve', String(value.id))).status).toBe(0)
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('two\nand more\n')
  })

  it('refuses what was typed wrong, where something must be typed', async () => {
    const names = Array.from({ length: 25 }, (_, number) => `${number}.txt`)
    for (const name of names) writeFileSync(at(name), name)
    const trash = await propose('trash_files', { paths: names.map(at) })
    expect((await run('proposals', 'approve', trash, '--typed', 'yes')).status).toBe(2)
    expect(readdirSync(desk.work)).toHaveLength(25)
    expect((await run('proposals', 'approve', trash)).status).toBe(0)
    expect(readdirSync(desk.work)).toEqual([])
  })

  it('lists and sets policies, and refuses one below a floor', async () => {
    const { value: list } = await document('policies')
    expect(list).toContainEqual(
      expect.objectContaining({ tool: 'create_file', policy: 'propose', chosen: null }),
    )
    expect((await document('policies', 'set', 'create_file', 'auto')).value).toMatchObject({
      policy: 'auto',
      chosen: 'auto',
    })
    expect((await run('policies', 'list')).stdout).toMatch(/create_file +auto +chosen/)
    expect((await run('policies', 'set', 'create_file', 'usual')).stdout).toContain(
      'create_file: propose (usual)',
    )
    expect((await run('policies', 'set', 'trash_files', 'auto')).status).toBe(4)
    expect((await run('policies', 'set', 'create_file', 'perhaps')).status).toBe(2)
    expect((await run('policies', 'set', 'create_file')).status).toBe(2)
    expect((await run('policies', 'drop')).status).toBe(2)
    expect((await run('policies', 'set', 'no_such_tool', 'deny')).status).toBe(1)
  })

  it('lists remembered approvals and ends them', async () => {
    expect((await run('grants', 'remembered')).stdout).toContain('No approval is remembered.')
    remember('grant-1')
    expect((await document('grants')).value).toMatchObject([{ path: desk.work }])
    expect((await run('grants')).stdout).toContain(
      'grant-1  active  create_file: the folder work (used 0, 3 left)',
    )
    expect((await document('grants', 'remembered')).value).toMatchObject([
      { id: 'grant-1', tool: 'create_file', scope: 'container', uses_left: 3, status: 'active' },
    ])
    expect((await document('grants', 'revoke', 'grant-1')).value).toMatchObject({ status: 'revoked' })
    expect((await document('grants', 'remembered')).value).toEqual([])
    expect((await document('grants', 'remembered', '--all')).value).toMatchObject([{ status: 'revoked' }])
    expect((await run('grants', 'revoke', 'none')).status).toBe(1)
    expect((await run('grants', 'revoke')).status).toBe(2)
    expect((await run('grants', 'elsewhere')).status).toBe(2)
  })

  it('undoes a whole conversation, keeps what was changed since, and says so with status 5', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      const made = await run(
        'call',
        'create_file',
        JSON.stringify({ path: at(name), content: name }),
        '--approve',
        'safe',
      )
      expect(made.status).toBe(0)
    }
    inDatabase((database) => database.prepare("UPDATE changes SET conversation_id = 'c', run_id = 'r'").run())
    writeFileSync(at('b.txt'), 'mine')
    const { status, value } = await document('changes', 'undo', '--conversation', 'c')
    expect(status).toBe(5)
    expect(value).toMatchObject({
      undone: [
        { number: 4, batch: value.batch },
        { number: 5, batch: value.batch },
      ],
      kept: [{ number: 2, reason: expect.stringContaining('b.txt') }],
      stopped_at: expect.any(String),
    })
    expect(readdirSync(desk.work)).toEqual(['b.txt'])
    expect(existsSync(at('a.txt'))).toBe(false)
    writeFileSync(at('b.txt'), 'b.txt')
    expect((await run('changes', 'undo', '--run', 'r')).status).toBe(0)
    expect((await run('changes', 'undo', '--conversation', 'c')).status).toBe(1)
    expect((await run('changes', 'undo', '--conversation', 'c', '--run', 'r')).status).toBe(2)
    expect((await run('changes', 'list', '--run', 'r')).status).toBe(2)
  })
})

/** A remembered approval, which only the window makes. */
function remember(id: string): void {
  inDatabase((database) =>
    database
      .prepare(
        `INSERT INTO standing_grants (id, tool, class, scope, label, subject, actor, targets, uses_left, created_at, created_by, proposal_id)
         VALUES (?, 'create_file', 'safe_create', 'container', 'the folder work', 'assistant:default', ?, '[]', 3, 1, ?, 'p')`,
      )
      .run(
        id,
        JSON.stringify({ kind: 'assistant', name: 'A' }),
        JSON.stringify({ kind: 'person', name: 'You' }),
      ),
  )
}

function inDatabase(work_: (database: Database.Database) => unknown): void {
  const database = new Database(join(desk.data, 'countersign.db'))
  work_(database)
  database.close()
}
