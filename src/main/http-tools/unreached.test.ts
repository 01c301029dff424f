import { afterEach, beforeEach, expect, it } from 'vitest'
import { createHttpBench, type HttpBench } from '../../../tests/support/http-tools-bench'
import { servePages } from '../../../tests/support/serve-pages'
import { person } from '../../shared/actor'

let bench: HttpBench
beforeEach(() => {
  bench = createHttpBench()
})
afterEach(() => bench.close())

it('has done nothing where its host could not be reached', async () => {
  const site = await servePages({})
  const { name } = await bench.make({
    ...{ title: 'New ticket', method: 'POST', url: `${site.origin}/tickets`, class: 'destructive_update' },
    fields: [{ name: 'subject', kind: 'text', description: '', required: true }],
  })
  const outcome = await bench.call(name, { subject: 'x' }, {})
  if (outcome.status !== 'proposed') throw new Error('It was done.')
  await site.close()
  const { id, planHash } = outcome.proposal
  const decided = await bench.gate.approve({ id, planHash, by: person })
  expect(decided.proposal.status).toBe('failed')
  expect(decided.result?.content).not.toContain('It may or may not have been done')
  expect(bench.gate.changes({ limit: 1 })[0]?.status).toBe('rolled_back')
})
