import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { createGate } from '../../src/main/agent/gate'
import type { ApprovalDecision } from '../../src/main/agent/gate/approving'
import { createRegistry } from '../../src/main/agent/registry'
import { type Actor, person } from '../../src/shared/actor'
import type { Proposal } from '../../src/shared/contract/changes'
import filesModule from '../../src/tools/files/module'
import createFilesRuntime from '../../src/tools/files/runtime'
import { type OpenFiles, openFiles } from './open-files'

/** The file tools behind the gate, over folders of a test, of which the documents' folder is granted for writing. */
export async function gateOverFiles(open: OpenFiles): Promise<ReturnType<typeof createGate>> {
  await open.grants.grant(open.docs, 'read_write', 'dialog')
  const runtime = createFilesRuntime({ files: open.files })
  const registry = createRegistry([filesModule], new Map([['files', runtime]]))
  return createGate({ db: open.db, registry, publish: () => undefined, now: () => new Date() })
}

const assistant: Actor = { kind: 'assistant', name: 'Assistant' }

/** An assistant's calls of the file tools through the gate, over a granted folder that is fresh before each test. */
export function setUpGatedFiles() {
  let opened:
    | { readonly open: OpenFiles; readonly gate: Awaited<ReturnType<typeof gateOverFiles>> }
    | undefined
  const now = () => {
    if (opened === undefined) throw new Error('The desk is there only while its tests run.')
    return opened
  }
  beforeEach(async () => {
    const open = openFiles()
    opened = { open, gate: await gateOverFiles(open) }
  })
  afterEach(() => now().open.close())
  const { signal } = new AbortController()
  const call = (tool: string, input: unknown, runId = 'run') =>
    now().gate.call({
      tool,
      input,
      actor: assistant,
      approval: null,
      runId,
      conversationId: 'conversation',
      toolUseId: null,
      signal,
    })
  return {
    get gate() {
      return now().gate
    },
    /** Where the granted folder is. */
    get open() {
      return now().open
    },
    /** The path of a name in the granted folder. */
    at: (name: string) => join(now().open.docs, name),
    call,
    /** Calls and expects a proposal. */
    async propose(tool: string, input: unknown): Promise<Proposal> {
      const outcome = await call(tool, input)
      if (outcome.status === 'done') throw new Error(outcome.result.content)
      return outcome.proposal
    },
    /** Approves as a person does who saw the whole of it, or as much of it as `more` says. */
    approve: ({ id, planHash }: Proposal, more: Partial<ApprovalDecision> = {}) =>
      now().gate.approve({ id, planHash, by: person, ...more }),
    reject: ({ id }: Proposal) => now().gate.reject({ id, reason: 'no', by: person }),
    put: (name: string, text: string | Uint8Array) => writeFileSync(join(now().open.docs, name), text),
    textOf: (name: string) => readFileSync(join(now().open.docs, name), 'utf8'),
  }
}
