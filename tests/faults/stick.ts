import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Client } from '../../src/main/rpc/client'
import type { Proposal } from '../../src/shared/contract/changes'
import { type AttachedHost, startAttached } from '../support/attached-host'
import { applyAfterAll, approve, refusal } from '../support/disk/decide'
import { treeOf } from '../support/disk/tree'
import { propose } from '../support/propose'
import { runCommand } from '../support/run-command'

/** A granted folder that can go away, such as one on a USB stick. */
export interface Stick {
  readonly base: string
  readonly data: string
  readonly folder: string
  at(name: string): string
  start(): Promise<AttachedHost>
}

/** Makes the stick's folder; nothing runs yet. */
export function createStick(base: string): Stick {
  const [data, folder] = [join(base, 'data'), join(base, 'stick')]
  mkdirSync(folder)
  return {
    base,
    data,
    folder,
    at: (name) => join(folder, name),
    start: () => startAttached({ data, roots: [folder] }),
  }
}

/** Puts everything on the stick that can wait there: changes to undo, one in the trash, others that are proposed. */
export async function prepare(
  { data, at }: Stick,
  client: Client,
): Promise<{ readonly done: readonly string[]; readonly pending: readonly Proposal[] }> {
  for (const name of ['edit.txt', 'undone.txt', 'trashed.txt', 'trash.txt'])
    writeFileSync(at(name), `${name} old\n`)
  writeFileSync(at('note.md'), '# Tides\n\nHigh water is at noon.\n')
  expect(await runCommand(['add', at('note.md'), '--data', data])).toMatchObject({ status: 0 })
  const edit = (name: string) =>
    propose(client, 'edit_file', { path: at(name), edits: [{ old_text: 'old', new_text: 'new' }] })
  const edited = await edit('undone.txt')
  const created = await propose(client, 'create_file', { path: at('created.txt'), content: 'created\n' })
  const trashed = await propose(client, 'trash_files', { paths: [at('trashed.txt')] })
  for (const proposal of [edited, created, trashed]) {
    expect(await approve(client, proposal)).toMatchObject({ status: 'applied' })
  }
  const applied = await Promise.all([edited, created, trashed].map(({ id }) => client.proposals.get({ id })))
  const done = applied.map(({ changeId }) => changeId ?? '')
  const pending = [
    await edit('edit.txt'),
    await propose(client, 'create_file', { path: at('deep/new.txt'), content: 'new\n' }),
    await propose(client, 'trash_files', { paths: [at('trash.txt')] }),
  ]
  return { done, pending }
}

/** Nothing that is known of the stick was deleted because the stick is not there. */
export async function expectKept(client: Client, done: readonly string[]): Promise<void> {
  for (const id of done) expect(await client.changes.get({ id })).toMatchObject({ status: 'applied' })
  const { documents } = await client.library.documents({ status: 'complete', limit: 5 })
  expect(documents).toHaveLength(1)
  expect((await client.library.search({ query: 'high water', limit: 5 })).results).toHaveLength(1)
  expect(await client.library.text({ id: documents[0]?.id ?? '', start: 0, length: 100 })).toMatchObject({
    text: expect.stringContaining('High water'),
  })
}

/** Takes the folder away while changes wait, expects that nothing counts as deleted, and brings it back. */
export async function vanishAndReturn(stick: Stick, replacedByLink: boolean): Promise<void> {
  const { base, data, folder, at } = stick
  mkdirSync(join(base, 'elsewhere'))
  let running = await stick.start()
  const { client } = running
  const { done, pending } = await prepare(stick, client)
  const before = treeOf(folder)
  const away = join(base, 'away')
  renameSync(folder, away)
  if (replacedByLink) symlinkSync(join(base, 'elsewhere'), folder)

  expect(await client.files.grants()).toMatchObject([{ path: folder, available: false }])
  const gone = /is not there now|leads somewhere else|leads outside the granted folders/
  for (const proposal of pending) {
    const decision = await approve(client, proposal)
    expect(decision, proposal.tool).toMatchObject({ said: expect.stringMatching(gone) })
    expect(['failed', 'conflict'], proposal.tool).toContain(decision.status)
  }
  for (const id of done) expect((await refusal(client.changes.undo({ id }))).said).toMatch(gone)
  const listing = await client.tools.call({ tool: 'list_directory', input: { path: folder } })
  expect(listing).toMatchObject({
    status: 'done',
    result: { success: false, content: expect.stringMatching(gone) },
  })
  expect((await client.system.doctor()).checks).toContainEqual(
    expect.objectContaining({
      name: 'granted folders',
      ok: false,
      detail: `Not there now: ${folder}`,
    }),
  )
  await expectKept(client, done)
  expect(treeOf(away)).toEqual(before)
  expect(treeOf(join(base, 'elsewhere'))).toEqual({})
  await running.stop()
  expect(await runCommand(['changes', '--data', data, '--json'])).toMatchObject({ status: 0 })

  rmSync(folder, { force: true })
  renameSync(away, folder)
  running = await stick.start()
  const later = running.client
  for (const proposal of pending) await applyAfterAll(later, proposal)
  expect(readFileSync(at('edit.txt'), 'utf8')).toBe('edit.txt new\n')
  expect(existsSync(at('trash.txt'))).toBe(false)
  for (const id of done) await later.changes.undo({ id })
  expect(existsSync(at('created.txt'))).toBe(false)
  expect(readFileSync(at('trashed.txt'), 'utf8')).toBe('trashed.txt old\n')
  expect(readFileSync(at('undone.txt'), 'utf8')).toBe('undone.txt old\n')
  expect(await later.system.doctor()).toMatchObject({ ok: true })
  await running.stop()
}
