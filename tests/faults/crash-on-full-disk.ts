import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startAttached } from '../support/attached-host'
import { applyAfterAll, approve, leftovers } from '../support/disk/decide'
import { createFaultyDisk } from '../support/disk/disk-faults'
import type { SmallDisk } from '../support/disk/small-disk'
import { propose } from '../support/propose'

/**
 * Kills a host whose data folder is on the disk in the middle of a change, fills the disk, and expects of the next
 * start that the file is as before, that everything can be read, and that the rest follows once there is room.
 * Without the reserve it can't be recorded at once that the change was rolled back.
 */
export async function crashOnFullDisk(
  disk: SmallDisk,
  base: string,
  { reserve }: { readonly reserve: boolean },
): Promise<void> {
  const work = join(base, 'crashed')
  mkdirSync(work)
  for (const name of ['killed.txt', 'other.txt']) writeFileSync(join(work, name), 'old\n')
  const data = join(disk.path, 'crashed-data')
  const faulty = createFaultyDisk(base)
  const options = { data, roots: [work], prefix: disk.prefix, seen: disk.seen }
  const first = await startAttached({ ...options, environment: faulty.environment })
  const edit = (name: string) =>
    propose(first.client, 'overwrite_file', { path: join(work, name), content: 'new\n' })
  const { id } = await edit('killed.txt')
  const other = await edit('other.txt')
  faulty.fail({ call: 'rename', path: 'killed\\.txt$', errno: 'KILL' })
  // The answer dies with the host.
  await approve(first.client, { id }).catch(() => null)
  await first.kill()
  expect(faulty.happened()).toHaveLength(1)
  expect(leftovers(work)).toHaveLength(1)
  if (!reserve) rmSync(disk.seen(join(data, 'countersign.db.reserve')))
  disk.fill()

  const { client, stop } = await startAttached(options)
  try {
    expect(readFileSync(join(work, 'killed.txt'), 'utf8')).toBe('old\n')
    expect(leftovers(work)).toEqual([])
    expect(await client.proposals.get({ id })).toMatchObject({ status: reserve ? 'failed' : 'approved' })
    expect(await client.proposals.get({ id: other.id })).toMatchObject({ status: 'pending' })
    expect(await client.system.doctor()).toMatchObject({ ok: true })

    disk.makeRoom()
    await applyAfterAll(client, other)
    // What was owed came first.
    expect(await client.proposals.get({ id })).toMatchObject({ status: 'failed' })
    await applyAfterAll(client, { id })
    expect(readFileSync(join(work, 'killed.txt'), 'utf8')).toBe('new\n')
    expect(await client.system.doctor()).toMatchObject({ ok: true })
  } finally {
    await stop()
  }
}
