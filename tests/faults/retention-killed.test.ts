import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startAttached } from '../support/attached-host'
import { applyAfterAll, refusal } from '../support/disk/decide'
import { createFaultyDisk } from '../support/disk/disk-faults'
import { propose } from '../support/propose'
import { freshFolder } from '../support/start-host'

const limitMs = 60_000

let base: string
let work: string
let data: string
beforeEach(() => {
  base = realpathSync(freshFolder('retention'))
  work = join(base, 'work')
  data = join(base, 'data')
  mkdirSync(join(work, 'photos'), { recursive: true })
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) writeFileSync(join(work, 'photos', name), name)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

it('a folder of the trash that was being let go of when the process was killed is never brought back in part', {
  timeout: limitMs,
}, async () => {
  const faulty = createFaultyDisk(base)
  const options = { data, roots: [work] }
  const first = await startAttached({ ...options, environment: faulty.environment })
  await applyAfterAll(
    first.client,
    await propose(first.client, 'trash_files', { paths: [join(work, 'photos')] }),
  )
  const [trashId = ''] = readdirSync(join(data, 'trash'))
  const { shown, typeToConfirm } = await first.client.retention.preview({ limits: null })
  faulty.fail({ call: 'unlink', path: '/[abcd]\\.txt$', errno: 'KILL', after: 2 })
  // The answer dies with the host.
  await first.client.retention.apply({ limits: null, shown, typed: typeToConfirm ?? '' }).catch(() => null)
  await first.kill()
  expect(faulty.happened()).toHaveLength(1)

  const { client, stop } = await startAttached(options)
  try {
    const again = await client.tools.call({
      tool: 'restore_files',
      input: { items: [trashId] },
    })
    expect(again).toMatchObject({ status: 'done', result: { success: false } })
    const [change] = await client.changes.list({ limit: 1 })
    expect(change).toMatchObject({ tool: 'trash_files', undoEnded: true })
    await refusal(client.changes.undo({ id: change?.id ?? '' }))
    expect(existsSync(join(work, 'photos'))).toBe(false)
    // What is left of it goes beside what the start does.
    await vi.waitFor(() => expect(readdirSync(join(data, 'trash'))).toEqual([]))
    expect(await client.system.doctor()).toMatchObject({ ok: true })
  } finally {
    await stop()
  }
})
