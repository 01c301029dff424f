import { z } from 'zod'
import { say } from '../../../shared/sentences/say'
import { requestJson } from '../../model/request-json'
import { answerLimitBytes } from './answer-limit'
import type { AskProvider } from './embedder'
import { ofAnswer } from './failure'

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()) })),
})

/** `/v1/embeddings`, as OpenAI and many others serve it. */
export const askOpenAi: AskProvider = async (server, texts, signal) => {
  const answer = await requestJson(`${server.address}/v1/embeddings`, {
    signal,
    secret: server.secret,
    body: { model: server.model, input: texts, encoding_format: 'float' },
    limitBytes: answerLimitBytes(texts.length),
    tooLong: say('meaning.answer_too_long'),
  })
  const parsed = answerSchema.safeParse(answer.body)
  if (answer.status !== 200 || !parsed.success) throw ofAnswer(answer, server)
  // Each says which text it belongs to; one that belongs to none, or two to the same, leaves a text without.
  const byText = new Map(parsed.data.data.map(({ index, embedding }) => [index, embedding]))
  return texts.flatMap((_, index) => {
    const embedding = byText.get(index)
    return embedding === undefined ? [] : [embedding]
  })
}
