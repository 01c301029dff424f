import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHttpBench, type HttpBench, httpDraft } from '../../../tests/support/http-tools-bench'
import { person } from '../../shared/actor'

let bench: HttpBench
beforeEach(() => {
  bench = createHttpBench()
})
afterEach(() => bench.close())

const ticket = () => ({
  title: 'New ticket',
  method: 'POST' as const,
  url: 'https://tickets.example/tickets',
  class: 'destructive_update' as const,
  headers: [{ name: 'Authorization', value: 'Bearer s3cret' }],
  fields: [{ name: 'subject', kind: 'text' as const, description: '', required: true }],
})

describe('a tool that is saved again', () => {
  it('keeps a header’s value unless another is given, and takes none of it to another host', async () => {
    const { id } = await bench.make(ticket())
    const kept = httpDraft({ ...ticket(), headers: [{ name: 'Authorization' }] })
    await bench.tools.save(id, { ...kept, url: 'https://tickets.example/v2/tickets' }, person)
    await expect(
      bench.tools.save(id, { ...kept, url: 'https://evil.example/' }, person),
    ).rejects.toMatchObject({
      said: { code: 'foreign.no_value' },
    })
    await bench.tools.remove(id, person)
    expect([...bench.kept.values()].join()).not.toContain('s3cret')
  })

  it('is not saved over what was saved meanwhile, also where that was a header’s value alone', async () => {
    const { id, revision } = await bench.make(ticket())
    const headers = [{ name: 'Authorization', value: 'Bearer n3wer' }]
    const newer = await bench.tools.save(id, httpDraft({ ...ticket(), headers }), person, revision)
    const kept = httpDraft({ ...ticket(), headers: [{ name: 'Authorization', value: 'Bearer m1ne' }] })
    await expect(bench.tools.save(id, kept, person, revision)).rejects.toMatchObject({
      code: 'conflict',
      said: { code: 'foreign.changed' },
    })
    expect([...bench.kept.values()].join()).toContain('n3wer')
    // Whether it is switched on is not what is written.
    bench.tools.enable(id, false, person)
    expect((await bench.tools.save(id, kept, person, newer.revision)).revision).toBe(newer.revision + 1)
    expect(bench.again().list()[0]?.revision).toBe(newer.revision + 1)
  })
})
