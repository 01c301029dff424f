import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { addComplete } from '../../../tests/support/add-complete'
import { setUpCoreDesk } from '../../../tests/support/core-desk'
import type { Attachment, AttachmentOf } from '../../shared/run/blocks'
import type { ConversationState } from '../../shared/run/state'
import type { ToolResult } from '../../shared/tool/result'
import { buildHistory } from './history'
import { limitedInput, limitedResult, limitOf } from './limit'

const desk = setUpCoreDesk('for all tests')
let ids: Readonly<Record<string, string>> = {}

beforeAll(async () => {
  for (const name of ['North', 'South']) {
    writeFileSync(join(desk.papers, `${name}.md`), `The ${name} harbour opens when the tide has turned.\n`)
  }
  const documents = await addComplete(desk.client, [desk.papers])
  ids = Object.fromEntries(documents.map(({ title, id }) => [title, id]))
}, 60_000)

const southOnly = (): AttachmentOf<'limit'> => ({
  kind: 'limit',
  documentId: ids.South ?? '',
  title: 'South',
})

async function ask(
  text: string,
  attachments: Attachment[],
  conversationId: string | null = null,
): Promise<ConversationState> {
  const sent = await desk.client.conversations.send({ conversationId, text, attachments })
  await desk.core.idle()
  return desk.client.conversations.snapshot({ id: sent.conversationId })
}

/** The documents that the last answer cites, and what its search was answered with. */
function lastAnswer(state: ConversationState) {
  const message = state.messages.findLast(({ role }) => role === 'assistant')
  const blocks = state.messages.flatMap((each) => (each.role === 'assistant' ? each.blocks : []))
  const search = blocks.findLast((block) => block.type === 'tool_use')
  const cited = message?.role === 'assistant' ? message.blocks : []
  return {
    titles: new Set(
      cited.flatMap((block) => (block.type === 'text' ? block.citations.map(({ title }) => title) : [])),
    ),
    searched: search?.type === 'tool_use' ? search.result?.content : undefined,
  }
}

describe('a message about one document', () => {
  it('is answered from that document alone, and one without the limit from all', async () => {
    const limited = await ask('When does the harbour open?', [southOnly()])
    expect(lastAnswer(limited).titles).toEqual(new Set(['South']))
    expect(lastAnswer(limited).searched).toMatch(/^Searched in "South" only\.\n/)
    const free = await ask('When does the harbour open?', [], limited.conversationId)
    expect(lastAnswer(free).titles).toEqual(new Set(['North', 'South']))
    expect(limitOf(free)).toBeNull()
  })

  it('limits the search whatever a model asks for, and nothing else', () => {
    const limit = southOnly()
    const other = { query: 'tide', doc_id: ids.North }
    expect(limitedInput({ name: 'search_library', input: other }, limit)).toEqual({
      query: 'tide',
      doc_id: ids.South,
    })
    expect(limitedInput({ name: 'search_rag', input: { query: 'x' } }, limit)).toHaveProperty('doc_id')
    expect(limitedInput({ name: 'read_document', input: other }, limit)).toBe(other)
    expect(limitedInput({ name: 'search_library', input: other }, null)).toBe(other)
  })

  it('says where it looked of what was found alone: a search that failed looked nowhere', () => {
    const found: ToolResult = { success: true, content: 'One passage.', state: {} }
    const failed: ToolResult = { ...found, success: false, content: 'The document is gone.' }
    const told = (result: ToolResult, name = 'search_library') => limitedResult({ name }, result, southOnly())
    expect(told(found).content).toBe('Searched in "South" only.\nOne passage.')
    expect(told(failed)).toBe(failed)
    expect(told(found, 'read_document')).toBe(found)
    expect(limitedResult({ name: 'search_library' }, found, null)).toBe(found)
  })

  it('tells the model so before the question, which stays as it was asked', async () => {
    const state = await ask('When does it open?', [southOnly()])
    const [first] = buildHistory(state, 'any')
    const texts = first?.content.map((block) => (block.type === 'text' ? block.text : ''))
    expect(texts?.[0]).toContain(`"South" (document ${ids.South}`)
    expect(texts?.at(-1)).toBe('When does it open?')
  })
})
