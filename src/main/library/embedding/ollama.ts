import { z } from 'zod'
import { say } from '../../../shared/sentences/say'
import { requestJson } from '../../model/request-json'
import { answerLimitBytes } from './answer-limit'
import type { AskProvider } from './embedder'
import { ofAnswer } from './failure'

const answerSchema = z.object({ embeddings: z.array(z.array(z.number())) })

/** Ollama's own `/api/embed`. */
export const askOllama: AskProvider = async (server, texts, signal) => {
  const answer = await requestJson(`${server.address}/api/embed`, {
    signal,
    secret: server.secret,
    body: { model: server.model, input: texts },
    limitBytes: answerLimitBytes(texts.length),
    tooLong: say('meaning.answer_too_long'),
  })
  const parsed = answerSchema.safeParse(answer.body)
  if (answer.status !== 200 || !parsed.success) throw ofAnswer(answer, server)
  return parsed.data.embeddings
}
