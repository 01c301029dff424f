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
import type { Passage } from '../../../shared/contract/library'
import type { ServerFeatures } from '../../../shared/contract/settings'
import type { ModelMessage } from '../port'

const desk = setUpAnthropicDesk()
const { model } = desk
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
  const searched: readonly ModelMessage[] = [
    user('What pulls the water?'),
    { role: 'assistant', content: [{ type: 'tool_use', toolUseId: 't', name: 'search_library', input: {} }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', toolUseId: 't', content: 'one passage', isError: false, passages: [tides] },
      ],
    },
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
    expect(desk.api.created[0]?.messages[2]?.content).toMatchObject([
      {
        type: 'tool_result',
        content: [
          {
            type: 'search_result',
            title: 'Tides, p. 4',
            citations: { enabled: true },
            content: [
              { text: 'The moon pulls the water.' },
              { text: 'The sun pulls it too.' },
              { text: 'Both add up.!!' },
            ],
          },
        ],
      },
    ])
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
    expect(desk.api.created[0]?.messages[2]?.content).toMatchObject([
      {
        type: 'tool_result',
        content: [
          {
            type: 'document',
            title: 'Tides, p. 4',
            citations: { enabled: true },
            source: {
              type: 'content',
              content: [
                { text: 'The moon pulls the water.' },
                { text: 'The sun pulls it too.' },
                { text: 'Both add up.!!' },
              ],
            },
          },
        ],
      },
    ])
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
    expect(desk.api.created[0]?.messages[2]?.content).toMatchObject([
      { content: expect.stringContaining('[1] Tides, p. 4:\nThe moon pulls') },
    ])
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
  const looked = (images: readonly ReturnType<typeof picture>[]): ModelMessage[] => [
    user('Look'),
    { role: 'assistant', content: [{ type: 'tool_use', toolUseId: 't1', name: 'read_file', input: {} }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', toolUseId: 't1', content: 'A picture.', isError: false, images },
        { type: 'text', text: 'Well?' },
      ],
    },
  ]
  const sent = async (images: readonly ReturnType<typeof picture>[], features?: ServerFeatures) => {
    const readPicture = async (sha256: string) => (sha256 === 'gone' ? null : Buffer.from(sha256))
    const seeing = features === undefined ? model() : model({ features })
    const { error } = await collect(seeing.stream({ ...request(looked(images)), readPicture }, never))
    expect(error).toBeNull()
    const [result] = desk.api.created[0]?.messages[2]?.content ?? []
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
