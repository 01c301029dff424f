import { afterEach, beforeEach } from 'vitest'
import {
  type ContextEditing,
  type FakeMessagesApi,
  startFakeMessagesApi,
  toolUse,
} from '../fake-messages-api'
import { type AgentBench, createAgentBench } from './bench'

/** A bench and the server that its model is at, fresh for each test. */
export interface AgentDesk {
  readonly api: FakeMessagesApi
  readonly bench: AgentBench
  /** The requests that the strict server refused. */
  refusals(): FakeMessagesApi['requests']
}

/** Who runs without a person that watches. */
export const commandLine = { kind: 'command_line' as const, name: 'Command line' }

/** The model's call of the reading tool. */
export const look = (at: string) => toolUse('look_at', { at })

/** The model's call of the writing tool. */
export const put = (name: string) => toolUse('put_item', { name, text: `This is ${name}.` })

/** Opens a desk before each test of this file or group, and closes it after; titles are asked for only on request. */
export function setUpAgentDesk({
  makesTitles = false,
  contextEditing = 'refused' as ContextEditing,
} = {}): AgentDesk {
  let open: { readonly api: FakeMessagesApi; readonly bench: AgentBench } | undefined
  const now = () => {
    if (open === undefined) throw new Error('The desk is there only while its tests run.')
    return open
  }
  beforeEach(async () => {
    const api = await startFakeMessagesApi({ contextEditing })
    open = { api, bench: createAgentBench(api.url, {}, makesTitles) }
  })
  afterEach(async () => {
    const { api, bench } = now()
    await bench.remove()
    await api.close()
  })
  return {
    get api() {
      return now().api
    },
    get bench() {
      return now().bench
    },
    refusals: () => now().api.requests.filter(({ refused }) => refused !== null),
  }
}
