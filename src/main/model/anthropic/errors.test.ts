import { describe, expect, it } from 'vitest'
import type { AppError } from '../../../shared/errors'
import { ofStreamError, toModelFailure } from './errors'

const request = { address: '127.0.0.1:8080', model: 'llama', key: null, stopped: false, late: null }
const answered = (status: number, more: object = {}) => ({ status, apiMessage: 'nicht heute', ...more })
const network = (code: string) => Object.assign(new Error('fetch failed'), { cause: { code } })

/** What a request threw, and which sentence of the catalogue says it. */
const cases: readonly (readonly [thrown: unknown, code: string, words: RegExp])[] = [
  [answered(401), 'model.key_refused_at', /refused the key \(401\)\. It says: nicht heute\. Check it/],
  [answered(403), 'model.key_refused_at', /refused the key \(403\)/],
  [answered(429, { errorCode: 'spend_limit_reached' }), 'model.spend_limit', /spend limit of this key/],
  [answered(429), 'model.asked_too_often', /is asked too often \(429\)/],
  [answered(529), 'model.overloaded_at', /is overloaded \(529\)/],
  [answered(404), 'model.unknown', /knows no model “llama” or no Messages API \(404\)/],
  [
    answered(404, { apiMessage: 'model: llama' }),
    'model.no_such_model',
    /knows no model “llama” or does not let/,
  ],
  [answered(404, { apiMessage: 'No llama.' }), 'model.no_such_model', /It says: No llama\./],
  [answered(404, { apiMessage: 'There is no /llamas.' }), 'model.unknown', /or no Messages API/],
  [answered(404, { apiMessage: 'llama:7b is not here' }), 'model.unknown', /or no Messages API/],
  [answered(413), 'model.too_long', /longer than the model takes/],
  [answered(500), 'model.failed_at', /failed \(500\)/],
  [answered(400), 'model.refused_at', /refused the request \(400\)/],
  [network('ECONNREFUSED'), 'model.unreachable', /can’t be reached: nothing listens there\.$/],
  [new Error('odd'), 'model.server_failed', /failed: odd$/],
]

describe('a failed request to a model', () => {
  it.each(cases)('is told by a sentence of the catalogue: %o', (thrown, code, words) => {
    const failure = toModelFailure(thrown, request)
    expect(failure.said?.code).toBe(code)
    expect(failure.message).toMatch(words)
  })

  it('says so of what was stopped, and of what took too long', () => {
    const codeOf = ({ said }: AppError) => said?.code
    expect(codeOf(toModelFailure(null, { ...request, stopped: true }))).toBe('model.stopped')
    const late = { afterMs: 9000, started: false }
    expect(codeOf(toModelFailure(null, { ...request, late }))).toBe('model.silent')
    expect(codeOf(toModelFailure(null, { ...request, late: { ...late, started: true } }))).toBe(
      'model.stalled',
    )
  })

  it.each([
    ['overloaded_error', 'model.overloaded'],
    ['rate_limit_error', 'model.too_many_requests'],
    ['authentication_error', 'model.key_refused'],
    ['billing_error', 'model.no_credit'],
    ['invalid_request_error', 'model.refused'],
    ['api_error', 'model.broke_off'],
  ])('in its stream is told by a sentence of the catalogue: %s', (type, code) => {
    const { said } = ofStreamError({ type, message: 'nicht heute' }, null)
    expect(said).toMatchObject({ code, values: { says: 'nicht heute' } })
  })
})
