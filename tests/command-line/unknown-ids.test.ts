import { realpathSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../support/run-command'
import { freshFolder } from '../support/start-host'

const limitMs = 120_000
let data: string
let work: string
let before: string

const run = (...args: readonly string[]) => runCommand([...args, '--data', data])
/** All that a command might change in passing. */
async function listed(): Promise<string> {
  const told: string[] = []
  for (const list of [
    ['proposals', '--json'],
    ['changes', '--json'],
    ['grants', '--json'],
  ])
    told.push((await run(...list)).stdout)
  return told.join('')
}

beforeAll(async () => {
  data = freshFolder('data')
  work = realpathSync(freshFolder('work'))
  await run('grant', work)
  await run('call', 'create_note', '{"title": "Tides", "content": "High water."}')
  before = await listed()
}, limitMs)
afterAll(() => {
  for (const folder of [data, work]) rmSync(folder, { recursive: true, force: true })
})

// The number of the only proposal is 1.
const ids = ['none', '99999999999999999999', '__proto__']
const commands: readonly (readonly [string, (id: string) => readonly string[]])[] = [
  ['proposals show', (id) => ['proposals', 'show', id]],
  ['proposals approve', (id) => ['proposals', 'approve', id]],
  ['proposals reject', (id) => ['proposals', 'reject', id]],
  ['proposals again', (id) => ['proposals', 'again', id]],
  ['changes show', (id) => ['changes', 'show', id]],
  ['changes undo', (id) => ['changes', 'undo', id]],
  ['changes undo --run', (id) => ['changes', 'undo', '--run', id]],
  ['changes undo --conversation', (id) => ['changes', 'undo', '--conversation', id]],
  ['grants revoke', (id) => ['grants', 'revoke', id]],
  ['ask --conversation', (id) => ['ask', 'Hello', '--conversation', id]],
  ['ask --assistant', (id) => ['ask', 'Hello', '--assistant', id]],
  ['search --collection', (id) => ['search', 'tides', '--collection', id]],
  ['call', (id) => ['call', id, '{}']],
  ['call read_note', (id) => ['call', 'read_note', JSON.stringify({ note_id: id })]],
]

describe('an id that names nothing', { timeout: limitMs }, () => {
  it.each(commands)('is told in one sentence, also as JSON: %s', async (_name, written) => {
    const faults: string[] = []
    for (const id of ids) {
      const { status, stdout, stderr } = await run(...written(id))
      const isClear = (status === 1 || status === 2) && /^\S.*\S\n$/u.test(stderr || stdout)
      if (!isClear || /undefined|\[object|\n\s+at /u.test(stderr + stdout))
        faults.push(`${id}: ${status} ${stdout}${stderr}`)
    }
    const { stdout } = await run(...written('none'), '--json')
    expect(JSON.stringify(JSON.parse(stdout))).toMatch(/"code":"(?:not_found|invalid_input)"/u)
    expect(faults).toEqual([])
  })

  it('left all that was there as it was', async () => {
    expect(await listed()).toBe(before)
  })
})

describe('what is no JSON of a tool’s fields', { timeout: limitMs }, () => {
  it.each([
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '1',
    '{"note_id": null}',
    '{"note_id": {"a": []}}',
    '{"no_such": 1}',
  ])('is wrong use, and says so: %s', async (json) => {
    const { status, stderr } = await run('call', 'read_note', json)
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/^\S.*\S\n/u) })
  })
})
