import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpCommandDesk } from '../support/command-desk'
import { branchedConversation, claudeConversation } from '../support/sample-exports'

const limitMs = 60_000

const desk = setUpCommandDesk()
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('what the command line tells', { timeout: limitMs }, () => {
  it('of what it adds: which was there already, and is not counted as added', async () => {
    const [ebb, flood] = [join(desk.work, 'ebb.md'), join(desk.work, 'flood.md')]
    writeFileSync(ebb, 'Low at six.')
    const first = await desk.run('add', ebb, '--json')
    expect(first.stderr).toBe('1 added, 0 failed, 0 skipped\n')
    expect(linesOf(first.stdout)).toMatchObject([{ title: 'ebb', duplicate: false }])
    writeFileSync(flood, 'High at noon.')
    const second = await desk.run('add', desk.work, '--json')
    expect(second.stderr).toBe('1 added, 1 there already, 0 failed, 0 skipped\n')
    const told = linesOf(second.stdout).map(({ title, duplicate }) => [title, duplicate])
    expect(Object.fromEntries(told)).toEqual({ ebb: true, flood: false })
    expect((await desk.run('add', ebb)).stdout).toBe('ebb: complete, 1 passage, there already\n')
    const documentId = (text: string) => linesOf(text)[0]?.document_id
    writeFileSync(ebb, 'Low at seven.')
    const changed = await desk.run('add', ebb, '--json')
    expect(linesOf(changed.stdout)).toMatchObject([{ status: 'complete', new_version: true }])
    expect(documentId(changed.stdout)).toBe(documentId(first.stdout))
    // Once it says so, the new words are found and the former ones are not.
    const found = await desk.run('search', 'seven six', '--json')
    expect(found.stdout).toContain('Low at seven.')
    expect(found.stdout).not.toContain('Low at six.')
    writeFileSync(ebb, ' ')
    const empty = await desk.run('add', ebb)
    expect(empty.stdout).toContain('holds no text')
    expect(empty.status).toBe(1)
    expect((await desk.run('search', 'seven', '--json')).stdout).toContain('Low at seven.')
  })

  it('of an address that is none of the web: what can be fetched, and not that a file is missing', async () => {
    for (const address of ['ftp://example.org/tide', 'file:///etc/hostname']) {
      const refused = await desk.run('add', address, '--json')
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

  it('of a folder whose name has a line break: nothing that poses as another line', async () => {
    const folder = join(desk.work, 'mine\nread_write /etc')
    mkdirSync(folder, { recursive: true })
    const name = join(desk.work, 'mine\\nread_write /etc')
    expect((await desk.run('grant', folder)).stdout).toBe(`Granted ${name} (read and write)\n`)
    expect((await desk.run('grants')).stdout).toBe(`read_write ${name}\n`)
    expect((await desk.run('watch', 'add', folder)).stdout).toBe(
      `${name} is watched as soon as Countersign is open.\n`,
    )
    expect((await desk.run('watch')).stdout).toBe(`idle         ${name}  (0 documents)\n`)
    const empty = join(folder, 'a.txt\nb: complete, 9 passages')
    writeFileSync(`${empty}.txt`, '')
    expect((await desk.run('add', folder)).stdout.trim().split('\n')).toHaveLength(1)
    expect((await desk.run('export', join(folder, 'all'))).stdout).toContain(
      `Exported to ${join(name, 'all')}; `,
    )
    expect((await desk.run('grants', 'revoke', folder)).stdout).toBe(
      `Taken back: ${name}. What was changed there stays.\n`,
    )
  })

  it('of a passage: where in its document it stands', async () => {
    writeFileSync(join(desk.work, 'ebb.txt'), 'Low at six.')
    await desk.run('add', desk.work)
    expect((await desk.run('search', 'low')).stdout).toBe('[ebb]  1.00  characters 0 to 11\nLow at six.\n\n')
  })

  it('of several things that a proposal names: which is which', async () => {
    const path = join(desk.work, 'conversations.json')
    writeFileSync(path, JSON.stringify([branchedConversation, claudeConversation]))
    const { status, stdout } = await desk.run('import', path)
    expect(status).toBe(3)
    expect(stdout).toMatch(/^ {2}Spring tides\n {2}kind: .*\n {2}messages: .* 4\n.*\n {2}Knots\n/m)
  })

  it('of an undo that met a later change: what can be done, and nothing of that once it is undone', async () => {
    const path = join(desk.work, 'log.txt')
    writeFileSync(path, 'one\ntwo\n')
    await desk.run('grant', desk.work)
    for (const [number, word] of ['one', 'two'].entries()) {
      const edits = [{ old_text: word, new_text: `${word} more` }]
      await desk.run('call', 'edit_file', JSON.stringify({ path, edits }))
      await desk.run('proposals', 'approve', String(number + 1))
    }
    const older = await desk.run('changes', 'undo', '1')
    expect(older).toMatchObject({ status: 5, stderr: expect.stringContaining('was changed since') })
    expect(older.stderr).toContain('Undo first what came after it')
    for (const number of ['2', '1']) expect((await desk.run('changes', 'undo', number)).status).toBe(0)
    const twice = await desk.run('changes', 'undo', '1')
    expect(twice).toMatchObject({ status: 5, stderr: expect.stringContaining('already undone') })
    expect(twice.stderr).not.toContain('Undo first')
  })

  it('of a proposal that was approved and met a conflict: that it was not applied', async () => {
    const path = join(desk.work, 'log.txt')
    writeFileSync(path, 'one\ntwo\nthree\n')
    await desk.run('grant', desk.work)
    const edits = [{ old_text: 'two', new_text: '2' }]
    expect(await desk.run('call', 'edit_file', JSON.stringify({ path, edits }))).toMatchObject({ status: 3 })
    expect((await desk.run('proposals', 'show', '1')).stdout).not.toContain('moved')
    writeFileSync(path, 'one\ntwo\nthree\nfour\n')
    const shown = await desk.run('proposals', 'show', '1')
    expect(shown).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ {2}moved: .*log\.txt/m) })
    expect(shown.stdout).toContain('proposals again 1')
    const { stdout } = await desk.run('proposals', 'show', '1', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ status: 'pending', moved: expect.stringContaining('log.txt') })
    expect(await desk.run('proposals', 'approve', '1')).toMatchObject({ status: 5 })
    const again = await desk.run('proposals', 'approve', '1')
    expect(again).toMatchObject({
      status: 5,
      stderr: 'Already approved by Command line, but it could not be applied. Proposal #1 is closed.\n',
    })
  })
})
