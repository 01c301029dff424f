import { realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../support/run-command'
import { freshFolder } from '../support/start-host'

const limitMs = 60_000

let data: string
let work: string

beforeEach(() => {
  data = freshFolder('data')
  work = realpathSync(freshFolder('work'))
})
afterEach(() => {
  for (const folder of [data, work]) rmSync(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => runCommand([...args, '--data', data])
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('what the command line tells', { timeout: limitMs }, () => {
  it('of what it adds: which was there already, and is not counted as added', async () => {
    const [ebb, flood] = [join(work, 'ebb.md'), join(work, 'flood.md')]
    writeFileSync(ebb, 'Low at six.')
    const first = await run('add', ebb, '--json')
    expect(first.stderr).toBe('1 added, 0 failed, 0 skipped\n')
    expect(linesOf(first.stdout)).toMatchObject([{ title: 'ebb', duplicate: false }])
    writeFileSync(flood, 'High at noon.')
    const second = await run('add', work, '--json')
    expect(second.stderr).toBe('1 added, 1 there already, 0 failed, 0 skipped\n')
    const told = linesOf(second.stdout).map(({ title, duplicate }) => [title, duplicate])
    expect(Object.fromEntries(told)).toEqual({ ebb: true, flood: false })
    expect((await run('add', ebb)).stdout).toBe('ebb: complete, 1 passage, there already\n')
  })

  it('of an address that is none of the web: what can be fetched, and not that a file is missing', async () => {
    for (const address of ['ftp://example.org/tide', 'file:///etc/hostname']) {
      const refused = await run('add', address, '--json')
      expect(refused.status).toBe(1)
      expect(linesOf(refused.stdout)).toEqual([
        {
          source: address,
          status: 'skipped',
          error: 'Only addresses that begin with https:// or http:// can be fetched.',
        },
      ])
    }
  })

  it('of a passage: where in its document it stands', async () => {
    writeFileSync(join(work, 'ebb.txt'), 'Low at six.')
    await run('add', work)
    expect((await run('search', 'low')).stdout).toBe('[ebb]  1.00  characters 0 to 11\nLow at six.\n\n')
  })

  it('of a proposal that was approved and met a conflict: that it was not applied', async () => {
    const path = join(work, 'log.txt')
    writeFileSync(path, 'one\ntwo\nthree\n')
    await run('grant', work)
    const edits = [{ old_text: 'two', new_text: '2' }]
    expect(await run('call', 'edit_file', JSON.stringify({ path, edits }))).toMatchObject({ status: 3 })
    writeFileSync(path, 'one\ntwo\nthree\nfour\n')
    expect(await run('proposals', 'approve', '1')).toMatchObject({ status: 5 })
    const again = await run('proposals', 'approve', '1')
    expect(again).toMatchObject({
      status: 5,
      stderr: 'Already approved by Command line, but it could not be applied. Proposal #1 is closed.\n',
    })
  })
})
