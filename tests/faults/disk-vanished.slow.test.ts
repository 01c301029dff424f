import { chmodSync, chownSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { approve, refusal } from '../support/disk/decide'
import { treeOf } from '../support/disk/tree'
import { runCommand } from '../support/run-command'
import { freshFolder } from '../support/start-host'
import { expectOneSentence } from './one-sentence'
import { createStick, expectKept, prepare, vanishAndReturn } from './stick'

/** The system's user "nobody". */
const nobody = 65_534
const administrator = process.getuid?.() === 0

let base: string

beforeEach(() => {
  base = realpathSync(freshFolder('fault'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

describe('a granted folder that is not there any more', () => {
  it('is unavailable, not deleted, also where a link stands in its place', async () => {
    await vanishAndReturn(createStick(base), true)
  })

  it('that was emptied loses nothing but what was emptied: the library, the ledger and the trash stay', async () => {
    const stick = createStick(base)
    const { at, folder } = stick
    const running = await stick.start()
    const { client } = running
    const { done, pending } = await prepare(stick, client)
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    const [edit, create, trash] = pending
    if (edit === undefined || create === undefined || trash === undefined)
      throw new Error('Nothing is pending.')
    expect(await approve(client, edit)).toMatchObject({ status: 'conflict' })
    expect(await approve(client, trash)).toMatchObject({ status: 'conflict' })
    expect(await approve(client, create)).toMatchObject({ status: 'applied' })
    const [edited = '', , trashed = ''] = done
    expect(await refusal(client.changes.undo({ id: edited }))).toMatchObject({ code: 'conflict' })
    await expectKept(client, done)
    await client.changes.undo({ id: trashed })
    expect(readFileSync(at('trashed.txt'), 'utf8')).toBe('trashed.txt old\n')
    expect(await client.system.doctor()).toMatchObject({ ok: true })
    await running.stop()
  })
})

describe.skipIf(!administrator)(
  'folders that may not be written (skipped unless an administrator runs it)',
  () => {
    const own = (path: string) => {
      chownSync(path, nobody, nobody)
      return path
    }

    it.each([
      ['database', 'countersign.db', 0o444],
      ['data folder', '', 0o555],
      ['folder of stored contents', 'blobs', 0o555],
      ['trash', 'trash', 0o555],
    ])('says in one sentence that the %s is read-only, and changes nothing', async (what, name, mode) => {
      const [work, data] = [join(base, 'work'), join(base, 'data')]
      const at = (file: string) => join(work, file)
      mkdirSync(work)
      own(base)
      own(work)
      writeFileSync(at('edit.txt'), 'old\n')
      own(at('edit.txt'))
      expect(await runCommand(['grant', work, '--data', data], { user: nobody })).toMatchObject({ status: 0 })
      const tool = what === 'trash' ? 'trash_files' : 'edit_file'
      const input =
        what === 'trash'
          ? { paths: [at('edit.txt')] }
          : { path: at('edit.txt'), edits: [{ old_text: 'old', new_text: 'new' }] }
      expect(
        await runCommand(['call', tool, JSON.stringify(input), '--data', data], { user: nobody }),
      ).toMatchObject({ status: 3 })
      const before = treeOf(base)
      chmodSync(join(data, name), mode)
      const refused = await runCommand(['proposals', 'approve', '1', '--data', data], { user: nobody })
      const opens = what === 'trash' || what === 'folder of stored contents'
      expectOneSentence(refused, /can’t be written|may not be used by this account/, opens ? 4 : 1)
      if (!opens) expect(treeOf(base)).toEqual(before)
      expect(readFileSync(at('edit.txt'), 'utf8')).toBe('old\n')

      chmodSync(join(data, name), name.endsWith('.db') ? 0o600 : 0o700)
      const doctor = await runCommand(['doctor', '--data', data], { user: nobody })
      expect(doctor).toMatchObject({ status: 0 })
      const list = await runCommand(['proposals', '--all', '--json', '--data', data], { user: nobody })
      expect(JSON.parse(list.stdout)).toMatchObject([{ status: opens ? 'failed' : 'pending' }])
    })
  },
)
