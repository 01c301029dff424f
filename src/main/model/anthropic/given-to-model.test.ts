import { describe, expect, it } from 'vitest'
import {
  collect,
  everything,
  never,
  request,
  setUpAnthropicDesk,
  user,
} from '../../../../tests/support/anthropic-desk'
import { answer, text } from '../../../../tests/support/fake-messages-api'
import type { Passage } from '../../../shared/contract/passages'
import type { ServerFeatures } from '../../../shared/contract/settings'
import type { ModelBlock, ModelMessage } from '../port'

const desk = setUpAnthropicDesk()
const { model } = desk

/** A question, the tool that the model used for it, and what is sent back with the tool's result. */
const toolTurn = (
  question: string,
  name: string,
  result: Partial<Extract<ModelBlock, { type: 'tool_result' }>>,
  ...more: readonly ModelBlock[]
): readonly ModelMessage[] => [
  user(question),
  { role: 'assistant', content: [{ type: 'tool_use', toolUseId: 't', name, input: {} }] },
  {
    role: 'user',
    content: [{ type: 'tool_result', toolUseId: 't', content: '', isError: false, ...result }, ...more],
  },
]
/** What the server got at the end of such a turn. */
const sentBack = () => desk.api.created[0]?.messages[2]?.content

const tides: Passage = {
  chunk_id: 'c1',
  document_id: 'd1',
  title: 'Tides',
  page: 4,
  start: 1000,
  end: 1062,
  score: 1,
  similarity: 1,
  text: 'The moon pulls the water. The sun pulls it too. Both add up.!!',
}

describe('citations', () => {
  const searched = toolTurn('What pulls the water?', 'search_library', {
    content: 'one passage',
    passages: [tides],
  })
  const sentences = [
    { text: 'The moon pulls the water.' },
    { text: 'The sun pulls it too.' },
    { text: 'Both add up.!!' },
  ]

  it('gives passages as search results, one block a sentence, and points back into the document', async () => {
    const cited = {
      cited_text: 'The sun pulls it too.',
      search_result_index: 0,
      start_block_index: 1,
      end_block_index: 2,
    }
    desk.api.push(answer([text('The sun does.', [cited])]))
    const { events } = await collect(model({ features: everything }).stream(request(searched), never))
    const title = 'Tides, p. 4'
    const content = [{ type: 'search_result', title, citations: { enabled: true }, content: sentences }]
    expect(sentBack()).toMatchObject([{ type: 'tool_result', content }])
    expect(events).toContainEqual({
      type: 'citation',
      block: 0,
      claim: {
        chunkId: 'c1',
        title: 'Tides',
        page: 4,
        section: null,
        range: { start: 26, end: 47 },
        quote: 'The sun pulls it too.',
      },
    })
  })

  it('are documents where the server has no search results, and are cited as well', async () => {
    const cited = {
      cited_text: 'The sun pulls it too.',
      document_index: 0,
      start_block_index: 1,
      end_block_index: 2,
    }
    const beyond = { ...cited, document_index: 3 }
    desk.api.push(answer([text('The sun does.', [cited, beyond])]))
    const features = { ...everything, citations: 'documents' } as const
    const { events } = await collect(model({ features }).stream(request(searched), never))
    const title = 'Tides, p. 4'
    const source = { type: 'content', content: sentences }
    const content = [{ type: 'document', title, citations: { enabled: true }, source }]
    expect(sentBack()).toMatchObject([{ type: 'tool_result', content }])
    expect(events.filter(({ type }) => type === 'citation')).toMatchObject([
      { claim: { chunkId: 'c1', title: 'Tides', page: 4, range: { start: 26, end: 47 } } },
      { claim: { chunkId: null, quote: 'The sun pulls it too.' } },
    ])
  })

  it('claims no passage for a citation past those that were sent, or of another source', async () => {
    const place = { start_block_index: 0, end_block_index: 1 }
    const beyond = { ...place, cited_text: 'x', search_result_index: 7 }
    const elsewhere = {
      ...place,
      cited_text: 'y',
      search_result_index: 0,
      source: 'countersign:document/d1/c9',
    }
    desk.api.push(answer([text('Hm.', [beyond, elsewhere])]))
    const { events, error } = await collect(model({ features: everything }).stream(request(searched), never))
    expect(error).toBeNull()
    expect(events.filter(({ type }) => type === 'citation')).toMatchObject([
      { claim: { chunkId: null, quote: 'x' } },
      { claim: { chunkId: null, quote: 'y' } },
    ])
  })

  it('gives passages as text elsewhere', async () => {
    desk.api.push(answer([text('It does [Tides, p. 4].')]))
    await collect(model().stream(request(searched), never))
    const content = expect.stringContaining('[1] Tides, p. 4:\nThe moon pulls')
    expect(sentBack()).toMatchObject([{ content }])
  })
})

describe('pictures in results of tools', () => {
  const picture = (name: string, size = 3) => ({
    sha256: name,
    mediaType: 'image/png' as const,
    width: 60,
    height: 40,
    size,
  })
  const well: ModelBlock = { type: 'text', text: 'Well?' }
  const sent = async (images: readonly ReturnType<typeof picture>[], features?: ServerFeatures) => {
    const readPicture = async (sha256: string) => (sha256 === 'gone' ? null : Buffer.from(sha256))
    const seeing = features === undefined ? model() : model({ features })
    const looked = toolTurn('Look', 'read_file', { content: 'A picture.', images }, well)
    const { error } = await collect(seeing.stream({ ...request(looked), readPicture }, never))
    expect(error).toBeNull()
    const [result] = sentBack() ?? []
    return typeof result === 'object' && result.type === 'tool_result' ? result.content : undefined
  }

  it('are sent as base64 where the server takes them', async () => {
    expect(await sent([picture('abc')], everything)).toEqual([
      { type: 'text', text: 'A picture.' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'YWJj' } },
    ])
  })
  it('become a sentence where the server takes none', async () => {
    expect(await sent([picture('abc')])).toMatch(
      /^A picture\.\n\[A picture of 60 × 40 pixels .* takes no pictures/,
    )
  })
  it('become a sentence where they are not kept any more, or are too much for one request', async () => {
    const content = await sent([picture('abc'), picture('gone'), picture('heavy', 16_000_000)], everything)
    expect(content).toMatchObject([
      { type: 'text' },
      { type: 'image' },
      { type: 'text', text: expect.stringMatching(/60 × 40 pixels was here/) },
      { type: 'text', text: expect.stringMatching(/60 × 40 pixels was here/) },
    ])
  })
})
