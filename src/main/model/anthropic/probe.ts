import { z } from 'zod'
import type { ServerFeatures } from '../../../shared/contract/settings'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { requestJson } from '../request-json'
import { clearedOf, contextEditingBeta } from './context-editing'
import { toModelFailure } from './errors'
import { addressOf, coreFeatures, type ModelServer, officialBaseUrl } from './server'
import { contextManagementSchema, countSchema } from './wire-events'

/** A local model may be loaded from disk for the first question; in milliseconds, for each question. */
const probeLimitMs = 120_000

/** The largest answer that is read, in bytes: a few words and some thinking. */
const answerLimitBytes = 1_000_000

/** Room for a few words, in tokens, and for some thinking before them. */
const shortAnswer = 256
const thoughtfulAnswer = 4096
/** The least that the API allows. */
const leastThinking = 1024

/** A word that no model says unless it has read it. */
const codeWord = 'Marmelstein'

/** A red square of 64 × 64 pixels. */
const redSquare =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAS0lEQVR42u3PQQkAAAgAsetfWiP4FgYrsKZeS0BAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDgsqnc8OJg6Ln3AAAAAElFTkSuQmCC'

const answerSchema = z.object({
  content: z.array(
    z.looseObject({
      type: z.string(),
      text: z.string().optional(),
      name: z.string().optional(),
      citations: z.array(z.unknown()).nullish(),
    }),
  ),
  usage: z
    .looseObject({
      cache_creation_input_tokens: z.number().nullish(),
      cache_read_input_tokens: z.number().nullish(),
    })
    .nullish(),
  context_management: contextManagementSchema,
})
type Answer = z.infer<typeof answerSchema>

const probeTool = {
  name: 'note_probe',
  description: 'Notes a word.',
  input_schema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
}

/**
 * Finds out what a server does with what not every server takes, by asking it and looking at what comes back: that a
 * field is accepted says nothing, because many servers leave out what they don't know. Throws where it can't be asked.
 */
export async function probeServer(server: ModelServer, model: string): Promise<ServerFeatures> {
  const post = async (
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; body: unknown }> => {
    const timeout = AbortSignal.timeout(probeLimitMs)
    try {
      return await requestJson(`${server.baseUrl || officialBaseUrl}${path}`, {
        signal: timeout,
        secret: server.credential?.secret ?? null,
        headers: { 'anthropic-version': '2023-06-01', ...headers },
        body,
        limitBytes: answerLimitBytes,
        tooLong: say('model.answer_too_long'),
      })
    } catch (error) {
      throw toModelFailure(error, {
        address: addressOf(server),
        model,
        key: server.credential?.secret ?? null,
        stopped: false,
        late: timeout.aborted ? { afterMs: probeLimitMs, started: false } : null,
      })
    }
  }
  /** The answer to a question, or null where the server refuses it. */
  const ask = async (
    question: object,
    maxTokens = shortAnswer,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer | null> => {
    const { status, body } = await post(
      '/v1/messages',
      { model, max_tokens: maxTokens, ...question },
      headers,
    )
    return status === 200 ? (answerSchema.safeParse(body).data ?? null) : null
  }

  if ((await ask({ messages: [user('Say hello.')] })) === null) {
    throw new AppError('model_error', say('model.no_plain_answer', { address: addressOf(server), model }))
  }
  const forced = await ask({
    messages: [user('Say hello.')],
    tools: [probeTool],
    tool_choice: { type: 'tool', name: probeTool.name },
  })
  // That a call can be forced does not say that it can be forbidden: llama.cpp passes over `none`.
  const forbidden = await ask({
    messages: [user(`Call the tool ${probeTool.name} with the word “hello”.`)],
    tools: [probeTool],
    tool_choice: { type: 'none' },
  })
  const cached = await ask({ messages: [user('Say hello.')], cache_control: { type: 'ephemeral' } })
  const seen = await ask(withResult('Which colour is the picture? Answer with one word.', [picture]))
  const effort = await ask({ messages: [user('Say hello.')], output_config: { effort: 'low' } })
  const cleared = await ask(threeCalls, shortAnswer, { 'anthropic-beta': contextEditingBeta })
  const counted = await post('/v1/messages/count_tokens', { model, messages: [user('Say hello.')] })
  return {
    ...coreFeatures,
    toolChoice: forced !== null && callsProbe(forced) && forbidden !== null && !callsProbe(forbidden),
    promptCaching:
      typeof (cached?.usage?.cache_creation_input_tokens ?? cached?.usage?.cache_read_input_tokens) ===
      'number',
    citations: await howItCites(ask),
    images: seen !== null && /\b(?:red|rot)\b/iu.test(wordsOf(seen)),
    thinking: await howItThinks(ask),
    effort: effort !== null,
    counting: counted.status === 200 && countSchema.safeParse(counted.body).success,
    contextEditing: clearedOf(cleared?.context_management) !== null,
  }
}

function callsProbe({ content }: Answer): boolean {
  return content.some(({ type, name }) => type === 'tool_use' && name === probeTool.name)
}

async function howItCites(
  ask: (question: object) => Promise<Answer | null>,
): Promise<ServerFeatures['citations']> {
  const cites = async (block: object): Promise<boolean> => {
    const answer = await ask(withResult('What is the code word?', [block]))
    return (
      answer !== null &&
      wordsOf(answer).includes(codeWord) &&
      answer.content.some(({ citations }) => (citations?.length ?? 0) > 0)
    )
  }
  if (await cites(searchResult)) return 'search_results'
  return (await cites(document)) ? 'documents' : 'none'
}

async function howItThinks(
  ask: (question: object, maxTokens: number) => Promise<Answer | null>,
): Promise<ServerFeatures['thinking']> {
  const messages = [user('How many of the numbers from 1 to 40 are prime? Think first, then say the number.')]
  const thought = (answer: Answer | null): boolean =>
    answer?.content.some(({ type }) => type === 'thinking' || type === 'redacted_thinking') ?? false
  const adaptive = await ask(
    { messages, thinking: { type: 'adaptive', display: 'summarized' } },
    thoughtfulAnswer,
  )
  if (thought(adaptive)) return 'adaptive'
  const enabled = await ask(
    { messages, thinking: { type: 'enabled', budget_tokens: leastThinking } },
    thoughtfulAnswer,
  )
  return thought(enabled) ? 'enabled' : 'none'
}

function user(text: string) {
  return { role: 'user', content: [{ type: 'text', text }] }
}

/** A conversation in which a tool has given `content`, with a question about it. */
function withResult(question: string, content: readonly object[]) {
  return {
    tools: [probeTool],
    messages: [
      user('Note a word.'),
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'probe_1', name: probeTool.name, input: { word: 'x' } }],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'probe_1', content },
          { type: 'text', text: question },
        ],
      },
    ],
  }
}

/** Longer than what stands in the place of a result. */
const noted = 'The word is noted. '.repeat(20)
/** A conversation of three calls in which a server is to leave out the results of all but the last. */
const threeCalls = {
  tools: [probeTool],
  messages: [
    user('Note three words.'),
    ...['probe_1', 'probe_2', 'probe_3'].flatMap((id) => [
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id, name: probeTool.name, input: { word: 'x' } }],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: id, content: noted },
          { type: 'text', text: 'Say hello.' },
        ],
      },
    ]),
  ],
  context_management: {
    edits: [
      {
        type: 'clear_tool_uses_20250919',
        trigger: { type: 'tool_uses', value: 1 },
        keep: { type: 'tool_uses', value: 1 },
      },
    ],
  },
}

const knows = [{ type: 'text', text: `The code word is ${codeWord}.` }]
const searchResult = {
  type: 'search_result',
  source: 'countersign:probe',
  title: 'Probe',
  content: knows,
  citations: { enabled: true },
}
const document = {
  type: 'document',
  source: { type: 'content', content: knows },
  title: 'Probe',
  citations: { enabled: true },
}

const picture = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: redSquare },
}

function wordsOf({ content }: Answer): string {
  return content.map(({ text = '' }) => text).join(' ')
}
