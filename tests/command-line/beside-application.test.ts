import { describe, expect, it } from 'vitest'
import { jsonOf, setUpCommandDesk } from '../support/command-desk'
import { runCommand } from '../support/run-command'
import { startHost } from '../support/start-host'

const limitMs = 60_000
const desk = setUpCommandDesk()

describe('the command line beside a running application', { timeout: limitMs }, () => {
  it('runs through it, and waits for nothing', async () => {
    const host = await startHost({ data: desk.data })
    try {
      expect((await desk.run('grant', desk.work)).status).toBe(0)
      const grants = JSON.parse((await desk.run('grants', '--json')).stdout) as { path: string }[]
      expect(grants.map((grant) => grant.path)).toEqual([desk.work])
    } finally {
      await host.stop()
    }
  })

  it('shows a second host the first one’s page', async () => {
    const host = await startHost({ data: desk.data })
    try {
      const second = await runCommand(['serve', '--json', '--no-open', '--data', desk.data])
      expect(second.status).toBe(0)
      expect(jsonOf(second.stdout)).toEqual({ url: host.url, port: host.port, pid: host.pid })
    } finally {
      await host.stop()
    }
  })

  it('takes over from a holder that was killed', async () => {
    const host = await startHost({ data: desk.data })
    await desk.run('grant', desk.work)
    await host.kill()
    const grants = JSON.parse((await desk.run('grants', '--json')).stdout) as unknown[]
    expect(grants).toHaveLength(1)
  })

  it('lets two commands at once both succeed', async () => {
    const results = await Promise.all([desk.run('tools'), desk.run('grants'), desk.run('grant', desk.work)])
    expect(results.filter(({ status }) => status !== 0)).toEqual([])
  })
})
