import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildWorker } from '../../../tests/support/build-worker'
import { gateOverFiles } from '../../../tests/support/gated-files'
import {
  declaring,
  heldTurned,
  makeJpeg,
  makeNoise,
  makePng,
  tinyGif,
  tinyWebp,
} from '../../../tests/support/make-picture'
import { type OpenFiles, openFiles } from '../../../tests/support/open-files'
import { createExtractPool, type ExtractPool } from '../../main/library/threads/extract-pool'
import { drawPicture } from '../../main/pictures/draw'
import { readPictureHeader } from '../../main/pictures/header'
import { ownedPicture } from '../../main/pictures/owned'
import { type Actor, person } from '../../shared/actor'
import type { Proposal } from '../../shared/contract/changes'
import type { ChangePreview } from '../../shared/tool/preview'

// Pictures through the file tools and the gate, drawn by the real worker.

/** WebAssembly is compiled in two threads, on a machine that does other work as well. */
const BUSY_MS = 60_000
vi.setConfig({ testTimeout: BUSY_MS, hookTimeout: BUSY_MS })

const assistant: Actor = { kind: 'assistant', name: 'Assistant' }
const signal = new AbortController().signal

let open: OpenFiles
let pool: ExtractPool
let gate: Awaited<ReturnType<typeof gateOverFiles>>

beforeAll(async () => {
  pool = createExtractPool({ workerUrl: await buildWorker('extract'), size: 1 })
})
afterAll(() => pool.close())
beforeEach(async () => {
  open?.close()
  open = openFiles(
    undefined,
    async (path, name, signal) => (await pool.extract(path, name, { signal })).document,
    pool.picture,
  )
  gate = await gateOverFiles(open)
})
afterAll(() => open.close())

const at = (name: string) => join(open.docs, name)
const put = (name: string, bytes: string | Uint8Array) => writeFileSync(at(name), bytes)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const call = (tool: string, input: unknown) =>
  gate.call({
    tool,
    input,
    actor: assistant,
    approval: null,
    runId: null,
    conversationId: null,
    toolUseId: null,
    signal,
  })
async function read(name: string) {
  const outcome = await call('read_file', { path: at(name) })
  if (outcome.status === 'proposed') throw new Error('A read was proposed.')
  return outcome.result
}
async function propose(tool: string, input: unknown): Promise<Proposal> {
  const outcome = await call(tool, input)
  if (outcome.status === 'done') throw new Error(outcome.result.content)
  return outcome.proposal
}
const approve = ({ id, planHash }: Proposal) => gate.approve({ id, planHash, by: person })
const red = makePng(60, 40, [255, 0, 0])
const blue = makePng(30, 90, [0, 0, 255])
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

describe('reading a picture', () => {
  it.each([
    ['a.png', () => red, 'PNG', 60, 40],
    ['a.gif', () => tinyGif, 'GIF', 1, 1],
    ['a.webp', () => tinyWebp, 'WebP', 1, 1],
    ['a.jpg', () => makeJpeg(200, 100), 'JPEG', 200, 100],
  ])('gives %s as a picture with its size in words', async (name, bytes, kind, width, height) => {
    put(name, await bytes())
    const { content, images, state, success } = await read(name)
    expect(content).toContain(`is a picture: ${kind}, ${width} × ${height} pixels`)
    expect(success).toBe(true)
    expect(state).toMatchObject({ picture: { width, height }, text: '' })
    expect(images).toMatchObject([{ width, height }])
    const stored = await open.blobs.read(images?.[0]?.sha256 ?? '')
    expect(readPictureHeader(stored)).toMatchObject({ width, height, sound: true })
  })

  it('scales a large one down to 1568 pixels and says so', async () => {
    put('large.png', makePng(3136, 1000, [1, 2, 3]))
    const { content, images } = await read('large.png')
    expect(content).toContain('3,136 × 1,000 pixels')
    expect(content).toContain('It is given scaled to 1,568 × 500 pixels.')
    expect(images).toMatchObject([{ width: 1568, height: 500, mediaType: 'image/png' }])
  })

  it('makes what would be too heavy for a model a JPEG, and refuses what even then does not fit', async () => {
    const noise = makeNoise(300, 200)
    const limitBytes = noise.length / 2
    expect(await drawPicture(noise, { longEdge: 1568, limitBytes })).toMatchObject({
      mediaType: 'image/jpeg',
      width: 300,
    })
    await expect(drawPicture(noise, { longEdge: 1568, limitBytes: 1000 })).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  it('gives it upright, without what a camera wrote beside it', async () => {
    const turned = heldTurned(await makeJpeg(200, 100), 6)
    put('turned.jpg', turned)
    const { images } = await read('turned.jpg')
    expect(images).toMatchObject([{ width: 100, height: 200 }])
    const stored = await open.blobs.read(images?.[0]?.sha256 ?? '')
    expect(turned.includes('Exif')).toBe(true)
    expect(stored.includes('Exif')).toBe(false)
  })

  it('goes by what is in the file and not by its name', async () => {
    put('shot.txt', red)
    expect((await read('shot.txt')).images).toHaveLength(1)
    put('page.png', '<!doctype html><script>alert(1)</script>')
    put('drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const name of ['page.png', 'drawing.png']) {
      const { images, content } = await read(name)
      expect(images).toBeUndefined()
      expect(content).toContain('<script>')
    }
  })
})

describe('a picture that is a trap', () => {
  const trap = async (name: string, bytes: Uint8Array) => {
    put(name, bytes)
    const result = await read(name)
    expect(result.images).toBeUndefined()
    expect(result.success).toBe(false)
    return result.content
  }

  it('that declares 60,000 × 60,000 pixels is not opened', async () => {
    expect(await trap('bomb.png', declaring(red, 60_000, 60_000))).toMatch(
      /bomb\.png.*The picture has 60,000 × 60,000 pixels; at most 64 million are opened\./,
    )
  })
  it('that was cut off is not shown in part', async () => {
    const whole = await makeJpeg(400, 400)
    expect(await trap('cut.jpg', whole.subarray(0, whole.length / 2))).toMatch(
      /The picture is damaged or cut off/,
    )
    expect(await trap('cut.png', red.subarray(0, red.length - 12))).toMatch(
      /The picture is damaged or cut off/,
    )
    expect(await trap('cut.gif', tinyGif.subarray(0, tinyGif.length - 2))).toMatch(
      /The picture is damaged or cut off/,
    )
    expect(await trap('cut.webp', tinyWebp.subarray(0, tinyWebp.length - 6))).toMatch(
      /The picture is damaged or cut off/,
    )
  })
  it('that is damaged inside is said to be', async () => {
    const bytes = Buffer.from(red)
    bytes.fill(0, 41, bytes.length - 12)
    expect(await trap('bad.png', bytes)).toMatch(/The picture is damaged/)
  })
  it('that is a page as well loses the page', async () => {
    const page = '<html><script>alert(1)</script></html>'
    put('both.gif', Buffer.concat([tinyGif, Buffer.from(page)]))
    put('both.png', Buffer.concat([red, Buffer.from(page)]))
    for (const name of ['both.gif', 'both.png']) {
      const { images } = await read(name)
      const stored = await open.blobs.read(images?.[0]?.sha256 ?? '')
      expect(stored.includes('script')).toBe(false)
    }
  })
})

describe('a proposal about pictures', () => {
  const lookOf = (change: ChangePreview | undefined) => {
    if (change?.kind === 'binary') return { before: change.before, after: change.after }
    return change?.kind === 'fields' || change?.kind === 'removal' ? { before: change.look } : {}
  }

  it('shows both when one takes the place of the other, and undo brings the old bytes back', async () => {
    put('logo.png', red)
    const proposal = await propose('overwrite_file', {
      path: at('logo.png'),
      content: base64(blue),
      encoding: 'base64',
    })
    expect(proposal.preview.summary).toContain('PNG, 30 × 90 pixels')
    const { before, after } = lookOf(proposal.preview.changes[0])
    expect(before).toMatchObject({
      sha256: sha256(red),
      size: red.length,
      picture: { width: 60, height: 40 },
    })
    expect(after).toMatchObject({ sha256: sha256(blue), picture: { width: 30, height: 90 } })
    // What is shown is the plan's: it does not follow what happens to the file.
    put('logo.png', blue)
    const owners = {
      gate,
      blobs: open.blobs,
      conversations: { attachedPictures: () => [], picturesOfCall: () => expect.unreachable() },
      assistants: { get: () => expect.unreachable() },
    }
    const thumbnail = before?.picture?.thumbnail.sha256 ?? ''
    const shown = await ownedPicture(owners, {
      of: { kind: 'proposal', id: proposal.id },
      sha256: thumbnail,
    })
    expect(readPictureHeader(Buffer.from(shown.data, 'base64'))).toMatchObject({ width: 60, height: 40 })
    put('logo.png', red)

    const again = await propose('overwrite_file', {
      path: at('logo.png'),
      content: base64(blue),
      encoding: 'base64',
    })
    const { proposal: applied } = await approve(again)
    expect(applied.status).toBe('applied')
    expect(readFileSync(at('logo.png'))).toEqual(blue)
    const undo = await gate.undo({ id: applied.changeId ?? '', by: person, signal })
    expect(readFileSync(at('logo.png'))).toEqual(red)
    expect(lookOf(undo.preview.changes[0]).after).toMatchObject({ sha256: sha256(red) })
    const ofChange = { kind: 'change' as const, id: undo.id }
    expect(await ownedPicture(owners, { of: ofChange, sha256: thumbnail })).toMatchObject({
      mediaType: 'image/png',
    })
  })

  it('gives its own pictures and no other stored file', async () => {
    const secret = await open.blobs.putBytes(Buffer.from('a secret of another document'))
    put('logo.png', red)
    const proposal = await propose('trash_files', { paths: [at('logo.png')] })
    const owners = {
      gate,
      blobs: open.blobs,
      conversations: { attachedPictures: () => [], picturesOfCall: () => expect.unreachable() },
      assistants: { get: () => expect.unreachable() },
    }
    for (const other of [secret.sha256, sha256(red)]) {
      await expect(
        ownedPicture(owners, { of: { kind: 'proposal', id: proposal.id }, sha256: other }),
      ).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('shows the picture that is created, moved, copied, trashed and brought back', async () => {
    const made = await propose('create_file', {
      path: at('new.png'),
      content: base64(blue),
      encoding: 'base64',
    })
    expect(lookOf(made.preview.changes[0]).after).toMatchObject({ picture: { width: 30 } })
    await approve(made)
    expect(readFileSync(at('new.png'))).toEqual(blue)
    for (const tool of ['copy_files', 'move_files']) {
      const moved = await propose(tool, { items: [{ from: at('new.png'), to: at(`${tool}.png`) }] })
      expect(lookOf(moved.preview.changes[0]).before).toMatchObject({ picture: { width: 30, height: 90 } })
    }
    const gone = await propose('trash_files', { paths: [at('new.png')] })
    expect(lookOf(gone.preview.changes[0]).before).toMatchObject({ picture: { width: 30 } })
    await approve(gone)
    const back = await propose('restore_files', { items: [at('new.png')] })
    expect(lookOf(back.preview.changes[0]).after).toMatchObject({ sha256: sha256(blue) })
  })

  it('says why a trap is not drawn, and can still be decided', async () => {
    put('bomb.png', declaring(red, 60_000, 60_000))
    const proposal = await propose('trash_files', { paths: [at('bomb.png')] })
    expect(lookOf(proposal.preview.changes[0]).before).toMatchObject({
      mediaType: 'image/png',
      problem: expect.stringContaining('60,000 × 60,000'),
    })
    expect((await approve(proposal)).proposal.status).toBe('applied')
  })

  it('shows what is not text by its type and its first bytes', async () => {
    put('data.bin', Buffer.concat([Buffer.from('\x7fELF\0\0\0\x01'), Buffer.alloc(3000, 7)]))
    const proposal = await propose('overwrite_file', { path: at('data.bin'), content: 'now a text\n' })
    const { before } = lookOf(proposal.preview.changes[0])
    expect(before).toMatchObject({ mediaType: 'application/x-elf', size: 3008 })
    expect(before?.head).toHaveLength(128)
    expect(before?.head).toMatch(/^7f454c46000000010707/)
    expect(proposal.preview.changes[1]).toMatchObject({
      kind: 'text',
      hunks: [{ lines: ['+now a text'] }],
    })
  })

  it('takes no text in disguise: what is text is given as text, so that it is read', async () => {
    mkdirSync(at('bin'))
    for (const text of ['#!/bin/sh\nrm -rf ~\n', '<svg onload="alert(1)"/>', 'caf\u00e9']) {
      for (const tool of ['create_file', 'overwrite_file']) {
        const { status, ...outcome } = await call(tool, {
          path: at('bin/x.png'),
          content: base64(Buffer.from(text)),
          encoding: 'base64',
        })
        expect(status).toBe('done')
        expect(outcome).toMatchObject({ result: { success: false, error: { code: 'invalid_input' } } })
      }
    }
    const wrong = await call('create_file', { path: at('x.png'), content: 'no base64!', encoding: 'base64' })
    expect(wrong).toMatchObject({ result: { error: { code: 'invalid_input', field: 'content' } } })
  })
})

it('a very long new text is shown by its beginning and its end, with how much is between', async () => {
  const lines = Array.from({ length: 40_000 }, (_, index) => `line ${index + 1}`)
  const content = `${lines.join('\n')}\n`
  const proposal = await propose('create_file', { path: at('long.txt'), content })
  const [shown] = proposal.preview.changes
  if (shown?.kind !== 'text') throw new Error('not a text')
  expect(shown.content?.startsWith('line 1\n')).toBe(true)
  expect(shown.ending?.endsWith('line 40000\n')).toBe(true)
  expect(shown.ending).toMatch(/^line \d+\n/)
  expect((shown.content?.length ?? 0) + (shown.leftOut ?? 0) + (shown.ending?.length ?? 0)).toBe(
    content.length,
  )
  expect(shown.truncated).toBe(true)
  expect(proposal.preview.warnings[0]).toContain('are not shown')
})
