import { join } from 'node:path'
import { expect, it } from 'vitest'
import { answer, startFakeMessagesApi, text, toolUse } from '../support/fake-messages-api'
import { runCommand } from '../support/run-command'
import { freshFolder } from '../support/start-host'

const limitMs = 60_000

it('ask says that a change waits only while one does', { timeout: limitMs }, async () => {
  const [data, docs] = [freshFolder('data'), freshFolder('docs')]
  await runCommand(['grant', docs, '--data', data])
  const api = await startFakeMessagesApi()
  try {
    const proposing = answer([toolUse('create_file', { path: join(docs, 'trip.md'), content: 'Ferry' })])
    const ask = () =>
      runCommand(['ask', 'Write it down', '--data', data], {
        environment: { ANTHROPIC_BASE_URL: api.url, COUNTERSIGN_MODEL: 'fake-model' },
      })
    api.push(proposing, answer([text('Proposed.')]))
    expect((await ask()).status).toBe(3)

    const decided = Promise.withResolvers<void>()
    api.push(proposing, answer([text('Proposed.')], { pause: { beforeChunk: 2, until: decided.promise } }))
    const asked = ask()
    await api.arrived(4)
    for (const number of ['1', '2']) {
      const { status } = await runCommand(['proposals', 'reject', number, '--reason', 'no', '--data', data])
      expect(status).toBe(0)
    }
    decided.resolve()
    expect(await asked).toMatchObject({ status: 0, stderr: expect.not.stringContaining('waits') })
  } finally {
    await api.close()
  }
})
