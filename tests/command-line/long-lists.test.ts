import { realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dataFolderAt } from '../../src/main/disk/data-folder'
import { type Attached, attach } from '../../src/main/rpc/client'
import type { ConnectionContext } from '../../src/main/rpc/context'
import { runCommand } from '../support/run-command'
import { freshFolder, type RunningHost, startHost } from '../support/start-host'

const limitMs = 120_000

let data: string
let work: string
let host: RunningHost
let attached: Attached[]

beforeEach(async () => {
  data = freshFolder('data')
  work = realpathSync(freshFolder('work'))
  host = await startHost({ data, roots: [work] })
  attached = []
})
afterEach(async () => {
  for (const each of attached) each.close()
  await host.stop()
})

async function create(
  approval: 'safe' | null,
  count: number,
  content: string,
  as: Pick<ConnectionContext, 'actor' | 'runId'> = { actor: { kind: 'command_line', name: 'Command line' } },
): Promise<void> {
  const reached = await attach(dataFolderAt(data).socket, { ...as, approval })
  if (reached === null) throw new Error('Nobody answers.')
  attached.push(reached)
  for (let index = 0; index < count; index += 1) {
    const path = join(work, `${approval ?? 'asked'}-${index}.txt`)
    await reached.client.tools.call({ tool: 'create_file', input: { path, content } })
  }
}

async function listed(...args: string[]): Promise<{ number: number; preview: unknown }[]> {
  const { status, stdout, stderr } = await runCommand([...args, '--json', '--data', data])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(stdout)
}

it('lists every proposal and every change, however many there are', { timeout: limitMs }, async () => {
  await create(null, 205, 'x')
  await create('safe', 205, 'x')
  const all = Array.from({ length: 205 }, (_, index) => 205 - index)
  for (const list of [await listed('proposals'), await listed('changes')]) {
    expect(list.map(({ number }) => number)).toEqual(all)
    expect(list[0]?.preview).toMatchObject({ recovery: 'undo' })
  }
})

it('lists what is more together than a message holds', { timeout: limitMs }, async () => {
  // Each is told twice, as it was asked for and as it would be: 72 MB where a message holds 64.
  await create(null, 18, 'a line of text\n'.repeat(133_000))
  expect(await listed('proposals')).toHaveLength(18)
})

it('undoes a run of which more was changed since than a message holds', { timeout: limitMs }, async () => {
  const actor = { kind: 'mcp_client', name: 'Program' } as const
  await create('safe', 71, 'x', { actor, runId: 'long-run' })
  // What can be chosen from, these texts among it, is 70 MB where a message holds 64.
  for (let index = 1; index < 71; index += 1)
    writeFileSync(join(work, `safe-${index}.txt`), 'mine\n'.repeat(200_000))
  const args = ['changes', 'undo', '--run', 'long-run', '--json', '--data', data]
  const { status, stdout, stderr } = await runCommand(args)
  expect(status).toBe(5)
  expect(stderr).toContain('Kept #71')
  const { undone, kept, reason } = JSON.parse(stdout)
  expect([undone.length, kept.length]).toEqual([1, 70])
  expect(reason).toContain('was changed since')
  expect(kept[0]).toMatchObject({ number: 71, preview: { recovery: 'undo' } })
})
