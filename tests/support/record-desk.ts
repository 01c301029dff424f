import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createBlobStore } from '../../src/main/changes/blobs'
import type { GateBench } from './gate/bench'

type More = Parameters<GateBench['call']>[2]

/** What a service of records is opened with behind a gate of its own. */
export function partsOf(bench: GateBench) {
  const publish = (event: (typeof bench.events)[number]) => void bench.events.push(event)
  return {
    ...{ db: bench.db, blobs: createBlobStore(blobFolder(bench)), publish },
    now: () => bench.clock.now().getTime(),
  }
}

/** All that is stored but the revisions: what comes back has another than it had. */
export function exceptRevisions<Stored>(stored: Stored): Stored {
  return JSON.parse(JSON.stringify(stored, (key, value) => (key === 'revision' ? undefined : value)))
}

/** What tests of the tools of records do: contacts, tasks. */
export function recordCalls(bench: () => GateBench) {
  const calls = {
    /** Calls and expects an answer. */
    async read(tool: string, input: object, more: More = {}) {
      const outcome = await bench().call(tool, input, more)
      if (outcome.status !== 'done' || !outcome.result.success) throw new Error(JSON.stringify(outcome))
      // What a tool answers was checked against its schema by the gate.
      return { ...outcome.result, state: outcome.result.state as Record<string, never> }
    },
    /** Proposes and approves; gives the entry of the ledger. */
    async done(tool: string, input: object, more: More = {}) {
      const { proposal, result } = await bench().approve(await bench().propose(tool, input, more))
      if (proposal.changeId === null) throw new Error(`It was not applied: ${result?.content}`)
      return bench().gate.change(proposal.changeId)
    },
    /** The same for what adds a record; gives its id. */
    async added(tool: string, input: object, more: More = {}): Promise<string> {
      const { preview } = await calls.done(tool, input, more)
      return preview.targets[0]?.reference ?? ''
    },
    /** Calls in a run and expects a failure; gives its error. */
    async refused(tool: string, input: object) {
      const outcome = await bench().call(tool, input, { runId: 'r1', conversationId: 'c1' })
      if (outcome.status !== 'done' || outcome.result.success) throw new Error(JSON.stringify(outcome))
      return outcome.result.error
    },
    /** Removes a content as the retention does. */
    letGo: (hash: string) => rmSync(join(blobFolder(bench()), hash.slice(0, 2), hash)),
  }
  return calls
}

function blobFolder(bench: GateBench): string {
  return join(bench.shelf, '..', 'blobs')
}
