import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answer,
  type FakeMessagesApi,
  silence,
  startFakeMessagesApi,
  text,
} from '../support/fake-messages-api'
import { makePdf } from '../support/make-pdf'
import { runCommand } from '../support/run-command'
import { cleanEnvironment, freshFolder } from '../support/start-host'

const limitMs = 60_000
const cli = join(import.meta.dirname, '../../out/main/cli.js')

let api: FakeMessagesApi
let data: string
let environment: NodeJS.ProcessEnv
let id: string

beforeEach(async () => {
  api = await startFakeMessagesApi()
  environment = { ANTHROPIC_BASE_URL: api.url, COUNTERSIGN_MODEL: 'fake-model' }
  data = freshFolder('data')
  const paper = join(freshFolder('papers'), 'rules.pdf')
  writeFileSync(paper, makePdf({ title: 'Harbour rules', pages: [['The crane lifts forty tonnes.']] }))
  const { stdout } = await runCommand(['add', paper, '--json', '--data', data])
  id = (JSON.parse(stdout) as { document_id: string }).document_id
}, limitMs)
afterEach(() => api.close())

describe('a summary asked for by another program', { timeout: limitMs }, () => {
  it('is written by the model for the command line', async () => {
    api.push(answer([text('- The crane lifts forty tonnes [Passage 1].')]))
    const input = JSON.stringify({ doc_id: id })
    const finished = await runCommand(['call', 'summarize_document', input, '--json', '--data', data], {
      environment,
    })
    expect(finished.status).toBe(0)
    expect(JSON.parse(finished.stdout)).toMatchObject({
      state: {
        method: 'model',
        model: 'fake-model',
        summary: expect.stringContaining('[Harbour rules, p. 1]'),
      },
      usage: { outputTokens: expect.any(Number) },
    })
    expect(finished.stderr).toMatch(/The model used \d+ tokens in, \d+ out\./)
  })

  it('is written by the model for an MCP client, and given up when that goes', async () => {
    const client = new Client({ name: 'Test client', version: '1.0.0' })
    const args = [cli, 'mcp', '--data', data]
    const env = cleanEnvironment(environment) as Record<string, string>
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' }))
    const call = { name: 'summarize_document', arguments: { doc_id: id } }
    api.push(answer([text('- The crane lifts forty tonnes [Passage 1].')]))
    expect(await client.callTool(call)).toMatchObject({
      structuredContent: { method: 'model', chunks: [{ chunk_id: `${id}#0`, page: 1 }] },
      _meta: { 'countersign/usage': { outputTokens: expect.any(Number) } },
    })

    api.push(silence)
    const left = client.callTool(call).catch(() => 'gone')
    await api.arrived(2)
    await client.close()
    await api.abandoned(1)
    expect(await left).toBe('gone')
  })
})
