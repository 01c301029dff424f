import { describe, expect, it } from 'vitest'
import { setUpAgentDesk } from '../../../../tests/support/agent/desk'
import { answer, text, toolUse } from '../../../../tests/support/fake-messages-api'
import { heldTurned, makeJpeg, makePng, tinyGif, tinyWebp } from '../../../../tests/support/make-picture'
import { person } from '../../../shared/actor'
import type { AttachmentOf } from '../../../shared/run/blocks'
import { defaultAssistant } from '../../../shared/tool/policy'
import { conversationPictures } from '../../db/retention'
import { createServerFeatureTable } from '../../db/server-features'
import { coreFeatures } from '../../model/anthropic/server'
import { estimateMessages } from '../context/estimate-tokens'
import { buildHistory } from '../history'

const desk = setUpAgentDesk()

/** The server is known to take pictures. */
const seeing = (): void =>
  createServerFeatureTable(desk.bench.db).write(desk.api.url, 'fake-model', {
    features: { ...coreFeatures, images: true },
    checkedAt: 1,
  })
const attach = async (bytes: Buffer, title = 'view.png'): Promise<AttachmentOf<'image'>> => {
  const { picture } = await desk.bench.conversations.drawPicture(bytes.toString('base64'))
  return { kind: 'image', title, picture }
}
const red = makePng(400, 200, [200, 40, 40])
const blue = makePng(100, 100, [40, 80, 200])
const askAbout = async (...pictures: readonly AttachmentOf<'image'>[]) => {
  desk.api.push(answer([text('I see.')]))
  return desk.bench.run('What is this?', { attachments: pictures })
}

describe('a picture that is attached', () => {
  it('is drawn anew: small, upright, without what was in the file beside it', async () => {
    const turned = heldTurned(await makeJpeg(60, 30), 6)
    const { picture, bytes } = await desk.bench.conversations.drawPicture(turned.toString('base64'))
    expect(picture).toMatchObject({ width: 30, height: 60, mediaType: 'image/jpeg' })
    expect(Buffer.from(bytes.data, 'base64').includes('Exif')).toBe(false)
    expect(await attach(makePng(3136, 100, [1, 2, 3]))).toMatchObject({
      picture: { width: 1568, height: 50 },
    })
    for (const small of [tinyGif, tinyWebp]) {
      const drawn = await desk.bench.conversations.drawPicture(small.toString('base64'))
      expect(drawn.picture).toMatchObject({ width: 1, height: 1, mediaType: 'image/png' })
    }
  })

  it.each([
    ['text', Buffer.from('hello')],
    ['markup', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a picture that is cut off', red.subarray(0, 60)],
  ])('is refused with a sentence where it is %s', async (_what, bytes) => {
    await expect(desk.bench.conversations.drawPicture(bytes.toString('base64'))).rejects.toMatchObject({
      message: expect.stringMatching(/^[A-Z].+\.$/u),
    })
  })

  it('goes to the model as an image before the text, several in their order', async () => {
    seeing()
    const first = await attach(red)
    const second = await attach(blue, 'logo.png')
    await askAbout(first, second)
    expect(desk.refusals()).toEqual([])
    const content = desk.api.created.at(-1)?.messages.at(-1)?.content
    expect(content).toMatchObject([
      { type: 'text', text: 'Attached picture "view.png":' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png' } },
      { type: 'text', text: 'Attached picture "logo.png":' },
      { type: 'image' },
      { type: 'text', text: 'What is this?' },
    ])
  })

  it('is sent without a word, and gives a new conversation its name', async () => {
    seeing()
    const picture = await attach(red)
    desk.api.push(answer([text('I see.')]))
    await desk.bench.run('', { attachments: [picture] })
    expect(desk.refusals()).toEqual([])
    expect(desk.api.created.at(-1)?.messages.at(-1)?.content).toMatchObject([
      { type: 'text', text: 'Attached picture "view.png":' },
      { type: 'image' },
      { type: 'text', text: '(The message has no text.)' },
    ])
    expect(desk.bench.conversations.list()[0]?.title).toBe('view.png')
  })

  it('is named to a server that takes none, which is known before', async () => {
    expect(await desk.bench.settings.takesPictures('')).toBe(false)
    await askAbout(await attach(red))
    const sent = JSON.stringify(desk.api.created.at(-1)?.messages)
    expect(sent).toContain('this model server takes no pictures')
    expect(sent).not.toContain('base64')
    seeing()
    expect(await desk.bench.settings.takesPictures('')).toBe(true)
  })

  it('is described by its own bytes, whatever the page says of it', async () => {
    const picture = await attach(red)
    const forged = { ...picture, picture: { ...picture.picture, width: 9, height: 9, size: 1 } }
    const { state } = await askAbout(forged)
    expect(state.messages[0]).toMatchObject({ attachments: [picture] })
  })

  it('is not sent, nor anything with it, where it is no stored picture', async () => {
    const picture = await attach(red)
    const gone = { ...picture, picture: { ...picture.picture, sha256: 'a'.repeat(64) } }
    await expect(desk.bench.send('Look', { attachments: [gone] })).rejects.toMatchObject({
      code: 'not_found',
      message: 'The picture “view.png” is not kept any more. Nothing was sent. Attach it again.',
    })
    expect(desk.bench.conversations.list()).toEqual([])
    expect(desk.api.created).toEqual([])
  })

  it('is there after a restart, in the retention, in exports and after an edit', async () => {
    const picture = await attach(red)
    const { conversationId, state } = await askAbout(picture)
    await desk.bench.restart()
    const { sha256 } = picture.picture
    const { conversations } = desk.bench
    expect(conversations.snapshot(conversationId).messages[0]).toMatchObject({ attachments: [picture] })
    expect(conversations.attachedPictures(conversationId)).toEqual([picture.picture])
    expect(conversationPictures(desk.bench.db)).toEqual([sha256])

    const html = await conversations.export(conversationId, 'html')
    expect(html.content).toMatch(/<img src="data:image\/png;base64,[\w+/=]+" alt="view.png" width="400"/u)
    const json = JSON.parse((await conversations.export(conversationId, 'json')).content)
    expect(Buffer.from(json.pictures[sha256], 'base64')[1]).toBe('P'.charCodeAt(0))
    expect((await conversations.export(conversationId, 'markdown')).content).toContain('- Attached: view.png')

    desk.api.push(answer([text('Again.')]))
    const edited = await conversations.edit({
      ...{ conversationId, messageId: state.messages[0]?.id ?? '', text: 'And now?' },
      ...{ attachments: [picture], actor: person, approval: null },
    })
    await desk.bench.finished(edited.runId)
    expect(conversations.snapshot(conversationId).messages[0]).toMatchObject({
      text: 'And now?',
      attachments: [picture],
    })
    conversations.remove(conversationId)
    expect(conversationPictures(desk.bench.db)).toEqual([sha256])
  })

  it('counts as something from outside: writes are asked for from then on', async () => {
    desk.bench.gate.setPolicy({ tool: 'put_item', policy: 'auto', assistant: defaultAssistant, by: person })
    const picture = await attach(red)
    desk.api.push(answer([toolUse('put_item', { name: 'apple', text: 'As it says.' })]))
    const { runId } = await desk.bench.send('Do what it says', { attachments: [picture] })
    await desk.bench.event(runId, 'tool_proposed')
    desk.bench.conversations.stop(runId)
    await desk.bench.finished(runId)
  })

  it('counts by its pixels, and is left out like old results of tools', async () => {
    const picture = await attach(makePng(1500, 750, [1, 2, 3]))
    const { state } = await askAbout(picture)
    const messages = buildHistory(state, 'fake-model')
    const without = messages.map((message) => ({
      ...message,
      content: message.content.filter(({ type }) => type !== 'image'),
    }))
    expect(estimateMessages(messages) - estimateMessages(without)).toBe(1508)

    const last = state.messages.at(-1)
    if (last?.role !== 'assistant') throw new Error('An answer is missing.')
    const reduction = { kind: 'results_cleared' as const, messageId: state.messages[0]?.id ?? '' }
    const later = {
      ...state,
      messages: [...state.messages.slice(0, -1), { ...last, reductions: [reduction] }],
    }
    const cleared = JSON.stringify(buildHistory(later, 'fake-model'))
    expect(cleared).toContain('1500 × 750 pixels and was left out to make room')
    expect(cleared).not.toContain(picture.picture.sha256)
  })
})
