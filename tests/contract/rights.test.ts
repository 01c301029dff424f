import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, fromClientError } from '../../src/main/rpc/client'
import { attachTo } from '../support/attach-to'
import { openTestCore, type TestCore } from '../support/open-test-core'
import { sampleMission } from '../support/sample-mission'

let test: TestCore
let client: Client
let leave: () => void

beforeEach(async () => {
  test = await openTestCore()
  const attached = await attachTo(test.folder, { kind: 'mcp_client', name: 'Some program' })
  client = attached.client
  leave = () => attached.close()
})
afterEach(async () => {
  leave()
  await test.close()
})

const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
  'approve a proposal': () => client.proposals.approve({ id: '1', planHash: 'x' }),
  'reject a proposal': () => client.proposals.reject({ id: '1' }),
  'read the proposals of others': () => client.proposals.list({}),
  'read what the proposals of others show': () => client.proposals.listWhole({}),
  'read a proposal': () => client.proposals.get({ id: '1' }),
  'undo a change': () => client.changes.undo({ id: '1' }),
  'grant a folder': () => client.files.grant({ path: '/' }),
  'change a setting': () => client.settings.set({ theme: 'dark' }),
  'store a key': () => client.settings.setKey({ key: 'k' }),
  'back everything up': () => client.data.backUp({ path: '/tmp/taken.zip' }),
  'restore a backup': () => client.data.prepareRestore({ path: '/tmp/taken.zip' }),
  'look into a backup': () => client.data.look({ path: '/tmp/taken.zip' }),
  'stop a backup': () => client.data.stop(),
  'give up a restore': () => client.data.cancelRestore(),
  'close what tells of a restore': () => client.data.acknowledgeRestore(),
  'export everything': () => client.data.export({ path: '/tmp/taken' }),
  'read conversations': () => client.conversations.list(),
  'start a run': () => client.conversations.send({ conversationId: null, text: 'Hi', attachments: [] }),
  'make a mission': () => client.missions.create({ fields: sampleMission }),
  'run a mission': () => client.missions.run({ id: 'm' }),
  'read missions': () => client.missions.list(),
  'add to the library past the gate': () => client.library.add({ paths: ['/etc/hostname'] }),
  'choose what makes vectors': () =>
    client.embedding.choose({ provider: 'local', address: '', model: 'multilingual-e5-small-int8' }),
  'download a model': () =>
    client.embeddingModels.download({ id: 'multilingual-e5-small-int8', address: '', bytes: 0 }),
  'have a model’s files copied from a folder': () =>
    client.embeddingModels.take({ id: 'multilingual-e5-small-int8', folder: '/etc' }),
  'remove a model': () => client.embeddingModels.remove({ id: 'multilingual-e5-small-int8' }),
  'run a sequence': () => client.sequences.run({ id: '1', revision: 1, inputs: {} }),
  'write a sequence': () =>
    client.sequences.create({ definition: { name: 'x', description: '', inputs: [], steps: [] } }),
  'read of other servers': () => client.mcpServers.list(),
  'add a server of another program': () =>
    client.mcpServers.save({
      id: null,
      draft: {
        name: 'Mine',
        callSeconds: 60,
        connection: { kind: 'command', program: 'sh', arguments: [], folder: '', variables: [] },
      },
    }),
  'allow the start of a server': () => client.mcpServers.approve({ id: 's', configurationHash: 'x' }),
  'switch a server on': () => client.mcpServers.enable({ id: 's', enabled: true }),
  'have a server connected': () => client.mcpServers.connect({ id: 's' }),
  'read what a server offers': () => client.mcpServers.tools({ id: 's' }),
  'allow a server’s tools': () =>
    client.mcpServers.review({
      id: 's',
      decisions: [{ name: 't', offeredHash: 'x', allowed: true, class: 'read' }],
    }),
  'read what a server wrote': () => client.mcpServers.log({ id: 's' }),
  'remove a server': () => client.mcpServers.remove({ id: 's' }),
  'learn the page’s address': () => client.system.focus(),
  'show a notification': () => client.system.notify({ conversationId: 'c', title: 'Hi', body: 'There' }),
  'end the holder': () => client.system.giveWay(),
  'open an address': () => client.system.openExternal({ url: 'https://example.org' }),
  'hear what others do': async () => (await client.events.watch()).next(),
}

describe('a program that is connected over MCP', () => {
  it.each(Object.keys(attempts))('can’t %s', async (name) => {
    const failure = await attempts[name]?.().then(() => null, fromClientError)
    expect(failure).toMatchObject({ code: 'denied' })
    expect(test.opened).toEqual([])
  })

  it('is not told of a tool that a person set to “never”, and can’t call it', async () => {
    const names = async () => (await client.tools.catalog()).map(({ name }) => name)
    expect(await names()).toContain('calculate')
    const person = await attachTo(test.folder, { kind: 'command_line', name: 'Command line' })
    try {
      await person.client.policies.set({ tool: 'calculate', policy: 'deny' })
      expect((await person.client.tools.catalog()).map(({ name }) => name)).toContain('calculate')
    } finally {
      person.close()
    }
    expect(await names()).not.toContain('calculate')
    const outcome = await client.tools.call({ tool: 'calculate', input: { expression: '6*7' } })
    expect(outcome).toMatchObject({ status: 'done', result: { success: false, error: { code: 'denied' } } })
  })

  it('can list tools and call them', async () => {
    expect((await client.tools.catalog()).length).toBeGreaterThan(0)
    const outcome = await client.tools.call({ tool: 'calculate', input: { expression: '6*7' } })
    expect(outcome).toMatchObject({ status: 'done', result: { success: true } })
  })
})
