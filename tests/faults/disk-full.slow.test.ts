import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { approve, leftovers } from '../support/disk/decide'
import { because, fullDiskSentence, onSmallDisk } from '../support/disk/on-small-disk'
import { noSmallDisk } from '../support/disk/small-disk'
import { treeOf } from '../support/disk/tree'
import { propose } from '../support/propose'
import { runCommand } from '../support/run-command'
import { crashOnFullDisk } from './crash-on-full-disk'
import { expectOneSentence } from './one-sentence'

const kilobyte = 1024

const stage = onSmallDisk()

describe.skipIf(noSmallDisk !== null)(`a full disk${because}`, () => {
  it('owes it to a start on a full disk without a reserve what a crash left half-way', async () => {
    await crashOnFullDisk(stage.disk, stage.base, { reserve: false })
  })

  it('says in one sentence that it can’t open when there is no room for anything', async () => {
    const data = join(stage.disk.path, 'data')
    await (await stage.start({ data })).stop()
    rmSync(stage.disk.seen(join(data, 'countersign.db.reserve')))
    stage.disk.fill()
    expectOneSentence(
      await runCommand(['proposals', '--data', data], { prefix: stage.disk.prefix }),
      fullDiskSentence,
    )
    stage.disk.makeRoom()
    expect(await runCommand(['doctor', '--data', data], { prefix: stage.disk.prefix })).toMatchObject({
      status: 0,
    })
  })

  it('keeps all that was acknowledged, until it is full and beyond, with the data and the files on it', async () => {
    const [work, data] = [join(stage.disk.path, 'work'), join(stage.disk.path, 'data')]
    const seen = (name: string) => stage.disk.seen(join(work, name))
    mkdirSync(stage.disk.seen(work))
    const options = { data, roots: [work] }
    let running = await stage.start(options)
    const content = (index: number) => `${index} `.repeat(20 * kilobyte)
    const acknowledged = new Map<string, number>()
    let refused = 0
    for (let index = 0; refused < 8; index++) {
      const input = { path: join(work, `${index}.txt`), content: content(index) }
      const outcome = await running.client.tools.call({ tool: 'create_file', input })
      if (outcome.status !== 'proposed') {
        expect(outcome.result.content, `${index}`).toMatch(fullDiskSentence)
        refused++
        continue
      }
      const decision = await approve(running.client, outcome.proposal)
      if (decision.status === 'applied') acknowledged.set(outcome.proposal.id, index)
      else {
        expect(decision.said, `${index}`).toMatch(fullDiskSentence)
        expect(['pending', 'failed', 'approved'], `${index}`).toContain(decision.status)
        refused++
      }
      if (index % 7 === 6) {
        await running.kill()
        running = await stage.start(options)
      }
    }
    expect(acknowledged.size).toBeGreaterThan(3)
    await running.kill()
    running = await stage.start(options)
    const { client } = running
    for (const [id, index] of acknowledged) {
      expect(await client.proposals.get({ id })).toMatchObject({ status: 'applied' })
      expect(readFileSync(seen(`${index}.txt`), 'utf8') === content(index)).toBe(true)
    }
    const files = Object.keys(treeOf(stage.disk.seen(work)))
    expect(files.sort()).toEqual([...acknowledged.values()].map((index) => `${index}.txt`).sort())
    expect(leftovers(stage.disk.seen(stage.disk.path))).toEqual([])
    expect(await client.system.doctor()).toMatchObject({ ok: true })
  })

  it('fails a document that does not fit and keeps those that do', async () => {
    const data = join(stage.disk.path, 'data')
    const papers = join(stage.base, 'papers')
    mkdirSync(papers)
    const smallFiles = 20
    for (let index = 1; index <= smallFiles; index++) {
      writeFileSync(join(papers, `${index}.md`), `# Tides ${index}\n\nHigh water is at noon.\n`)
    }
    const line = 'The pilot marks the outer buoy at dawn, and the harbour lamp burns all night long.\n'
    writeFileSync(join(papers, 'large.txt'), line.repeat(40 * kilobyte))
    const { client } = await stage.start({ data })
    const add = await runCommand(['add', papers, '--json', '--data', data], { prefix: stage.disk.prefix })
    const lines = add.stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text))
    expect(add.status).toBe(1)
    // Those that are read beside it never see a disk that it has filled.
    expect(lines.filter(({ status }) => status === 'complete')).toHaveLength(smallFiles)
    expect(lines.find(({ source }) => source.endsWith('large.txt'))).toMatchObject({
      status: expect.stringMatching(/error|skipped/),
      error: expect.stringMatching(
        /disk (of the data folder )?is full|could not be written: the disk is full/,
      ),
    })
    expect(leftovers(stage.disk.seen(data))).toEqual([])
    expect(await client.system.doctor()).toMatchObject({ ok: true })
    expect((await client.library.search({ query: 'high water', limit: 5 })).results).toHaveLength(5)
  })

  it('forgets no document that it came upon: each goes on once there is room', async () => {
    const papers = join(stage.base, 'papers')
    mkdirSync(papers)
    const count = 100
    for (let index = 1; index <= count; index++) {
      writeFileSync(join(papers, `${index}.md`), `# Tides ${index}\n\nHigh water is at noon.\n`)
    }
    const { client } = await stage.start({ data: join(stage.disk.path, 'data') })
    const { documents } = await client.library.add({ paths: [papers] })
    stage.disk.fill()
    expect(documents).toHaveLength(count)
    const statuses = async () =>
      (await client.library.documents({ limit: 1000 })).documents.map(({ status }) => status)
    // Longer than any of them waits to be read.
    await sleep(3000)
    expect(await statuses()).not.toEqual(Array(count).fill('complete'))
    stage.disk.makeRoom()
    await expect
      .poll(statuses, { timeout: 30_000 })
      .not.toEqual(expect.arrayContaining([expect.stringMatching(/pending|processing/)]))
    // Those whose failure could be written down are for people to try again.
    for (const { id } of documents) {
      const { status } = await client.library.document({ id })
      if (status === 'error') await client.library.restart({ id })
    }
    await expect.poll(statuses, { timeout: 30_000 }).toEqual(Array(count).fill('complete'))
  })
})

describe.skipIf(noSmallDisk !== null)(`a full temporary folder${because}`, () => {
  it('keeps nothing from working', async () => {
    const work = join(stage.base, 'work')
    mkdirSync(work)
    writeFileSync(join(work, 'note.md'), '# Tides\n\nHigh water is at noon.\n')
    stage.disk.fill()
    const { client } = await stage.start({
      data: join(stage.base, 'data'),
      roots: [work],
      environment: { TMPDIR: stage.disk.path, SQLITE_TMPDIR: stage.disk.path },
    })
    const { documents } = await client.library.add({ paths: [join(work, 'note.md')] })
    expect(documents).toHaveLength(1)
    const created = await propose(client, 'create_file', { path: join(work, 'new.txt'), content: 'new' })
    expect(await approve(client, created)).toMatchObject({ status: 'applied' })
    const { changeId } = await client.proposals.get({ id: created.id })
    await client.changes.undo({ id: changeId ?? '' })
    expect(existsSync(join(work, 'new.txt'))).toBe(false)
    expect(await client.system.doctor()).toMatchObject({ ok: true })
  })
})
