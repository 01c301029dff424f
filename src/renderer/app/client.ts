import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '../../shared/contract'
import { AppError, errorShapeSchema } from '../../shared/errors'
import { firstInputProblem, type InputProblem } from '../../shared/json/input-problems'
import { messageInLanguage } from '../text/sentences'
import { text } from '../text/text'
import { currentLink } from './connection'

/** The contract as functions; a call made while the connection is lost waits for the next one. */
export const client: ContractRouterClient<Contract> = createORPCClient({
  async call(path, input, options) {
    const link = await currentLink()
    try {
      return await link.call(path, input, options)
    } catch (error) {
      throw fromClientError(error)
    }
  },
})

/** Turns what a transport threw back into the AppError that main threw. */
export function fromClientError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof ORPCError)) {
    const message = error instanceof Error ? error.message : String(error)
    return new AppError('unavailable', message, { cause: error })
  }
  const shape = errorShapeSchema.safeParse(error.data)
  if (shape.success) {
    const { code, message, field, said } = shape.data
    const told = messageInLanguage(message, said)
    const words = said === undefined ? told : { text: told, said }
    return new AppError(code, words, field === undefined ? { cause: error } : { cause: error, field })
  }
  if (error.code === 'BAD_REQUEST') {
    const issue = firstInputProblem(error.data)
    const field = issue?.path?.join('.')
    const message = issue ? (tooMuch(issue) ?? `${field || 'input'}: ${issue.message}`) : error.message
    return new AppError('invalid_input', message, { cause: error, ...(field ? { field } : {}) })
  }
  return new AppError('internal', error.message, { cause: error })
}

/** What a person can do something about, in their words: they wrote or attached too much. */
function tooMuch({ code, origin, maximum }: InputProblem) {
  if (code !== 'too_big' || maximum === undefined) return undefined
  const t = text().app
  return origin === 'string' ? t.tooLong(maximum) : origin === 'array' ? t.tooMany(maximum) : undefined
}
