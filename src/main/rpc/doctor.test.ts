import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { dataFolderAt } from '../disk/data-folder'
import { createDoctor } from './doctor'

const answered = () => Promise.reject(new Error('asked after the caller had stopped'))

it('ends for whoever stops it, whatever a check is at, and begins no further check', async () => {
  const atWork = Promise.withResolvers<void>()
  const doctor = createDoctor({
    version: '1.0.0',
    folder: dataFolderAt(tmpdir()),
    databaseHealth: () => ({ ok: true, detail: 'Whole' }),
    library: {
      rebuildIndex: () => {
        atWork.resolve()
        return new Promise(() => undefined)
      },
      checkIndex: answered,
    },
    originals: () => expect.fail('began another check'),
    blobs: { has: answered },
    gate: { verifyAudit: answered },
    grants: { list: () => [] },
    retention: { usage: answered },
    secrets: { names: answered, get: answered },
    settings: { modelStatus: answered, listModels: answered },
    embedding: { status: answered, models: { ready: answered } },
    pageBrowsers: { start: answered },
  })
  const stop = new AbortController()
  const report = doctor('rebuild', stop.signal)
  await atWork.promise
  stop.abort()
  await expect(report).rejects.toMatchObject({ code: 'cancelled' })
})
