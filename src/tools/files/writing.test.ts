import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { callContext } from '../../../tests/support/call-context'
import { journaled, setUpFilesDesk } from '../../../tests/support/files-desk'
import { effectContext, planned } from '../../../tests/support/open-files'
import filesModule from './module'

const desk = setUpFilesDesk()
const { at } = desk
const planOverwrite = async (path: string, content: string) =>
  planned(await desk.tools.overwrite_file.plan({ path, content, encoding: 'text' }, callContext))
const planAppend = async (path: string, content: string, new_line = true) =>
  planned(await desk.tools.append_to_file.plan({ path, content, new_line }, callContext))

describe('create_directory', () => {
  it('makes the folder with those above it; undo removes them, a rollback not what came into them', async () => {
    const { plan } = planned(await desk.tools.create_directory.plan({ path: 'a/b/c' }, callContext))
    const effect = effectContext()
    const { state } = await desk.tools.create_directory.apply(plan, effect)
    expect(state.folders_created).toEqual([at('a'), at('a/b'), at('a/b/c')])
    writeFileSync(at('a/mine.txt'), 'x')
    await expect(
      desk.tools.create_directory.revert(journaled(effect), effectContext()),
    ).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(readdirSync(at('a'))).toEqual(['b', 'mine.txt'])
    await desk.tools.create_directory.revert(journaled(effect), { ...effectContext(), rollback: true })
    expect(readdirSync(at('a'))).toEqual(['mine.txt'])
  })

  it('fails where something is, outside the grant and in secret places', async () => {
    mkdirSync(at('there'))
    const plan = (path: string) => desk.tools.create_directory.plan({ path }, callContext)
    await expect(plan('there')).rejects.toMatchObject({ code: 'already_exists' })
    await expect(plan('/tmp/elsewhere')).rejects.toMatchObject({ code: 'outside_grant' })
    await expect(plan('.ssh')).rejects.toMatchObject({ code: 'denied' })
  })
})

describe('overwrite_file', () => {
  it('names what is replaced, shows the difference, and undo brings back bytes, permissions and time', async () => {
    writeFileSync(at('a.txt'), 'one\ntwo\nthree\n')
    chmodSync(at('a.txt'), 0o640)
    const before = statSync(at('a.txt'))
    const { plan, preview } = await planOverwrite('a.txt', 'one\n2\nthree\n')
    expect(preview).toMatchObject({
      lost: [{ label: 'a.txt', size: 14 }],
      recovery: 'undo',
      changes: [{ kind: 'text', added: 1, removed: 1 }],
    })
    const effect = effectContext()
    const { state } = await desk.tools.overwrite_file.apply(plan, effect)
    expect(state).toMatchObject({ created: false, size_before: 14, size: 12 })
    expect(statSync(at('a.txt')).mode).toBe(before.mode)
    await desk.tools.overwrite_file.revert(journaled(effect), effectContext())
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('one\ntwo\nthree\n')
    expect(Math.floor(statSync(at('a.txt')).mtimeMs)).toBe(Math.floor(before.mtimeMs))
  })

  it('makes a file that is not there, and refuses the same text and a folder', async () => {
    const { plan, preview } = await planOverwrite('new/a.txt', 'text\n')
    expect(preview).toMatchObject({ lost: [], changes: [{ content: 'text\n' }] })
    const { state } = await desk.tools.overwrite_file.apply(plan, effectContext())
    expect(state).toMatchObject({ created: true, size_before: null, folders_created: [at('new')] })
    await expect(planOverwrite('new/a.txt', 'text\n')).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(planOverwrite('new', 'text\n')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('keeps the encoding where it can, and warns of what is no text, runs or has other names', async () => {
    writeFileSync(at('a.txt'), iconv.encode('Grüße', 'utf-16le', { addBOM: true }))
    await desk.tools.overwrite_file.apply((await planOverwrite('a.txt', 'Äpfel')).plan, effectContext())
    expect(readFileSync(at('a.txt'))).toEqual(iconv.encode('Äpfel', 'utf-16le', { addBOM: true }))
    writeFileSync(at('b.bin'), Buffer.from([0, 1, 2, 3, 0, 255, 254]))
    chmodSync(at('b.bin'), 0o755)
    linkSync(at('b.bin'), join(desk.open.base, 'other'))
    const { preview } = await planOverwrite('b.bin', 'text')
    expect(preview.changes).toMatchObject([
      { kind: 'binary', sizeBefore: 7 },
      { kind: 'text', hunks: [{ lines: ['+text', '\\ No newline at end of file'] }] },
    ])
    expect(preview.warnings).toEqual([
      expect.stringContaining('not text'),
      expect.stringContaining('2 names'),
      expect.stringContaining('program'),
    ])
  })

  it('leaves the other name of a hard link as it was', async () => {
    writeFileSync(join(desk.open.base, 'outside.txt'), 'outside')
    linkSync(join(desk.open.base, 'outside.txt'), at('in.txt'))
    await desk.tools.overwrite_file.apply((await planOverwrite('in.txt', 'new')).plan, effectContext())
    expect(readFileSync(join(desk.open.base, 'outside.txt'), 'utf8')).toBe('outside')
  })

  it('takes edited content against the file that was shown, and no other', async () => {
    writeFileSync(at('a.txt'), 'old')
    const input = { path: at('a.txt'), content: 'proposed', encoding: 'text' as const }
    const proposed = { ...(await planOverwrite('a.txt', 'proposed')), input }
    const edited = await desk.tools.overwrite_file.edit?.(proposed, { content: 'mine' }, callContext)
    if (edited === undefined) throw new Error('not edited')
    await desk.tools.overwrite_file.apply(edited.plan, effectContext())
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('mine')
    await expect(
      desk.tools.overwrite_file.edit?.(proposed, { content: 'x' }, callContext),
    ).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})

describe('append_to_file', () => {
  it('begins on a new line, keeps CR LF, and undo takes it away again', async () => {
    writeFileSync(at('a.txt'), 'one\r\ntwo')
    const { plan, preview } = await planAppend('a.txt', 'three\nfour\n')
    expect(preview.summary).toContain('Append 2 lines')
    const effect = effectContext()
    await desk.tools.append_to_file.apply(plan, effect)
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('one\r\ntwo\r\nthree\r\nfour\r\n')
    await desk.tools.append_to_file.revert(journaled(effect), effectContext())
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('one\r\ntwo')
  })

  it('goes on in the last line when asked to, is raised for a program, and needs a file', async () => {
    writeFileSync(at('a.sh'), 'echo')
    await desk.tools.append_to_file.apply((await planAppend('a.sh', ' x', false)).plan, effectContext())
    expect(readFileSync(at('a.sh'), 'utf8')).toBe('echo x')
    chmodSync(at('a.sh'), 0o755)
    expect((await planAppend('a.sh', 'y')).raise).toMatchObject({ class: 'destructive_update' })
    await expect(planAppend('none.txt', 'y')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('undo of what was changed since', () => {
  it('shows both texts, and the choice for the restored one keeps theirs to be brought back', async () => {
    writeFileSync(at('a.txt'), 'old')
    const effect = effectContext()
    await desk.tools.overwrite_file.apply((await planOverwrite('a.txt', 'proposed')).plan, effect)
    const inverse = journaled(effect)
    expect(await desk.tools.overwrite_file.compare?.(inverse, callContext)).toEqual([])
    writeFileSync(at('a.txt'), 'theirs')
    await expect(desk.tools.overwrite_file.revert(inverse, effectContext())).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await desk.tools.overwrite_file.compare?.(inverse, callContext)).toMatchObject([
      { label: 'a.txt', reference: at('a.txt'), theirs: 'theirs', restored: 'old', shown: true },
    ])
    const rebased = await desk.tools.overwrite_file.rebase?.(inverse, () => 'replace', callContext)
    if (!rebased) throw new Error('not rebased')
    const forced = effectContext()
    await desk.tools.overwrite_file.revert(rebased, forced)
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('old')
    await desk.tools.overwrite_file.revert(journaled(forced), effectContext())
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('theirs')
  })
})

it('knows the names that other assistants give to file tools', () => {
  const nameOf = (alias: string) =>
    filesModule.tools.find((tool) => tool.aliases.some((name) => name === alias))?.name
  expect(nameOf('write_local_file')).toBe('overwrite_file')
  expect(nameOf('read_local_file')).toBe('read_file')
  expect(nameOf('rename_local_file')).toBe('move_files')
  expect(nameOf('edit_local_file')).toBe('edit_file')
  expect(nameOf('glob_local_files')).toBe('find_files')
  expect(nameOf('grep_content')).toBe('search_file_contents')
})
