import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { dataFolderAt } from '../disk/data-folder'
import { createDoctor } from './doctor'

const answered = () => Promise.reject(new Error('asked after the caller had stopped'))

/** What looks at everything, of which a test has what it needs. */
function doctorWith(parts: Partial<Parameters<typeof createDoctor>[0]>) {
  return createDoctor({
    version: '1.0.0',
    folder: dataFolderAt(tmpdir()),
    databaseHealth: () => ({ ok: true, detail: 'Whole' }),
    library: { rebuildIndex: answered, checkIndex: answered },
    originals: () => [],
    blobs: { has: answered },
    gate: { verifyAudit: answered },
    grants: { list: () => [] },
    retention: { usage: answered },
    secrets: { names: answered, get: answered },
    settings: { modelStatus: answered, listModels: answered },
    embedding: { status: answered, models: { ready: answered } },
    pageBrowsers: { start: answered },
    ...parts,
  })
}

it('names each stored key that can’t be read, and looks at all of them', async () => {
  const secrets = {
    names: async () => ['anthropic', 'weather', 'maps'],
    get: async (name: string) => (name === 'weather' ? 'key' : Promise.reject(new Error('It is damaged.'))),
  }
  const report = await doctorWith({ secrets })('sample', new AbortController().signal)
  expect(report.find(({ name }) => name === 'stored keys')).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^2 entries can’t be read: anthropic, maps\. /u),
  })
})

it('ends for whoever stops it, whatever a check is at, and begins no further check', async () => {
  const atWork = Promise.withResolvers<void>()
  const doctor = doctorWith({
    library: {
      rebuildIndex: () => {
        atWork.resolve()
        return new Promise(() => undefined)
      },
      checkIndex: answered,
    },
    originals: () => expect.fail('began another check'),
  })
  const stop = new AbortController()
  const report = doctor('rebuild', stop.signal)
  await atWork.promise
  stop.abort()
  await expect(report).rejects.toMatchObject({ code: 'cancelled' })
})
