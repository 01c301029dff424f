import { existsSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonOf, setUpCommandDesk } from '../support/command-desk'
import { freshFolder } from '../support/start-host'

const limitMs = 60_000
const desk = setUpCommandDesk()

describe('what a command proposes and changes', { timeout: limitMs }, () => {
  it('tells what became of a proposal and of a change', async () => {
    await desk.run('call', 'create_note', '{"title":"Ebb"}')
    await desk.run('call', 'create_note', '{"title":"Flood"}')
    await desk.run('proposals', 'reject', '1', '--reason', 'Not now.')
    await desk.run('proposals', 'approve', '2')
    const [change] = JSON.parse((await desk.run('changes', '--json')).stdout) as { id: string }[]
    await desk.run('changes', 'undo', change?.id ?? '')
    expect((await desk.run('proposals', '--all')).stdout).toMatch(/^#2 {2}applied .*\n#1 {2}rejected /)
    expect((await desk.run('proposals', 'show', '1')).stdout).toContain('\n  reason: Not now.\n')
    expect((await desk.run('changes')).stdout).toMatch(/^#2 {2}applied .*\n#1 {2}undone /)
  })

  it('proposes a write with status 3, applies it when approved, and undoes it', async () => {
    expect((await desk.run('grant', desk.work)).status).toBe(0)
    const path = join(desk.work, 'tides.md')
    const proposed = await desk.run(
      'call',
      'create_file',
      JSON.stringify({ path, content: 'High water at noon.\n' }),
      '--json',
    )
    expect(proposed.status).toBe(3)
    expect(existsSync(path)).toBe(false)
    const id = String(jsonOf(proposed.stdout).proposal_id)
    expect((await desk.run('proposals', 'show', id)).stdout).toContain('High water at noon.')
    expect((await desk.run('proposals', 'approve', id)).status).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe('High water at noon.\n')
    expect((await desk.run('proposals', 'approve', id)).status).toBe(5)
    const [change] = JSON.parse((await desk.run('changes', 'list', '--json')).stdout) as { id: string }[]
    expect((await desk.run('changes', 'undo', change?.id ?? '')).status).toBe(0)
    expect(existsSync(path)).toBe(false)
    expect((await desk.run('doctor')).status).toBe(0)
  })

  it('applies safe writes at once under --approve safe, and never destructive ones', async () => {
    await desk.run('grant', desk.work)
    const path = join(desk.work, 'a.txt')
    const made = await desk.run(
      'call',
      'create_file',
      JSON.stringify({ path, content: 'a' }),
      '--approve',
      'safe',
      '--json',
    )
    expect(made.status).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe('a')
    const [change] = JSON.parse((await desk.run('changes', '--json')).stdout) as Record<string, unknown>[]
    expect(change?.approval).toBe('standing')
    expect(jsonOf(made.stdout)).toMatchObject({ success: true, permit: 'standing', change_id: change?.id })
    const seen = jsonOf((await desk.run('call', 'read_file', JSON.stringify({ path }), '--json')).stdout)
    expect([...Object.keys(jsonOf(made.stdout)), ...Object.keys(seen)].join(' ')).not.toMatch(/[A-Z]/)
    const trashed = await desk.run(
      'call',
      'trash_files',
      JSON.stringify({ paths: [path] }),
      '--approve',
      'safe',
      '--json',
    )
    expect(trashed.status).toBe(3)
    expect(existsSync(path)).toBe(true)
  })

  it('ends with status 4 outside the grants and 5 when the world moved', async () => {
    await desk.run('grant', desk.work)
    const outside = freshFolder('outside')
    writeFileSync(join(outside, 'x.txt'), 'secret')
    expect(
      (await desk.run('call', 'read_file', JSON.stringify({ path: join(outside, 'x.txt') }))).status,
    ).toBe(4)
    const path = join(desk.work, 'b.txt')
    writeFileSync(path, 'one\n')
    const edit = { path, edits: [{ old_text: 'one', new_text: 'two' }] }
    const proposed = await desk.run('call', 'edit_file', JSON.stringify(edit), '--json')
    expect(proposed.status).toBe(3)
    writeFileSync(path, 'one and more\n')
    const decided = await desk.run('proposals', 'approve', String(jsonOf(proposed.stdout).proposal_id))
    expect(decided.status).toBe(5)
    expect(readFileSync(path, 'utf8')).toBe('one and more\n')
  })
})

describe('folders that commands grant', { timeout: limitMs }, () => {
  it('takes a granted folder back, by its path, through a link, and by its id', async () => {
    const granted = async () =>
      JSON.parse((await desk.run('grants', '--json')).stdout) as { path: string; id: string }[]
    const read = () => desk.run('call', 'list_directory', JSON.stringify({ path: desk.work }))
    const link = join(freshFolder('links'), 'to-work')
    symlinkSync(desk.work, link)
    const names = [async () => desk.work, async () => link, async () => (await granted())[0]?.id ?? '']
    for (const name of names) {
      await desk.run('grant', desk.work)
      expect((await read()).status).toBe(0)
      const revoked = await desk.run('grants', 'revoke', await name(), '--json')
      expect(revoked.status).toBe(0)
      expect(jsonOf(revoked.stdout)).toMatchObject({ path: desk.work, status: 'revoked' })
      expect(await granted()).toEqual([])
      expect((await read()).status).toBe(4)
    }
    const again = await desk.run('grants', 'revoke', desk.work)
    expect(again.status).toBe(1)
    expect(again.stderr).toContain('There is no granted folder and no remembered approval')
    expect((await desk.run('grants', 'revoke')).status).toBe(2)
    expect((await desk.run('grants', 'revoke', '')).status).toBe(2)
    expect((await desk.run('grants', '--help')).stdout).toContain('revoke DIR_OR_ID')
    expect((await desk.run('doctor', '--json')).status).toBe(0)
  })

  it('takes one folder back and no other, also one that is not there any more', async () => {
    const gone = realpathSync(freshFolder('gone'))
    for (const folder of [desk.work, gone]) await desk.run('grant', folder)
    rmSync(gone, { recursive: true })
    expect((await desk.run('grants', 'revoke', `${desk.work}-evil`)).status).toBe(1)
    expect((await desk.run('grants', 'revoke', gone)).stdout).toContain(`Taken back: ${gone}`)
    const left = JSON.parse((await desk.run('grants', '--json')).stdout) as { path: string }[]
    expect(left.map(({ path }) => path)).toEqual([desk.work])
  })
})
