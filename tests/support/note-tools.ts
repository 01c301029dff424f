import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGate } from '../../src/main/agent/gate'
import { createRegistry } from '../../src/main/agent/registry'
import { createBlobStore } from '../../src/main/changes/blobs'
import { createUndoEnded } from '../../src/main/changes/undo-ended'
import { openDatabase } from '../../src/main/db/open'
import { addRunTaint } from '../../src/main/db/run-taints'
import { createNotes } from '../../src/main/notes/service'
import type { GateCall } from '../../src/main/services/gate'
import { type Actor, person } from '../../src/shared/actor'
import type { Change, Proposal } from '../../src/shared/contract/changes'
import type { AppEvent } from '../../src/shared/contract/events'
import type { CallOutcome } from '../../src/shared/contract/tools'
import type { ToolResult } from '../../src/shared/tool/result'
import notesModule from '../../src/tools/notes/module'
import createNotesRuntime from '../../src/tools/notes/runtime'

/** Who calls in these tests. */
export const writer: Actor = { kind: 'assistant', name: 'Assistant' }

/** Notes behind a gate, over a real database and a real store of contents. */
export function createNotesDesk() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-notes-'))
  const db = openDatabase(join(folder, 'countersign.db'))
  const blobs = createBlobStore(join(folder, 'blobs'))
  const events: AppEvent[] = []
  let time = Date.UTC(2026, 2, 4, 12)
  const now = () => new Date(time)
  const publish = (event: AppEvent) => void events.push(event)
  const notes = createNotes({ db, blobs, publish, now: () => time })
  const runtime = createNotesRuntime({ notes })
  const registry = createRegistry([notesModule], new Map([['notes', { ...runtime }]]))
  for (const name of ['trash', 'backups']) mkdirSync(join(folder, name))
  const folders = { blobs: blobs.folder, trash: join(folder, 'trash'), backups: join(folder, 'backups') }
  const undoEnded = createUndoEnded({ db, folder: folders, broughtBack: registry.broughtBack })
  const gate = createGate({ db, registry, publish, now, undoEnded })
  const { signal } = new AbortController()

  const call = (tool: string, input: unknown, more: Partial<GateCall> = {}): Promise<CallOutcome> =>
    gate.call({
      ...{ tool, input, actor: writer, approval: null, runId: 'run', conversationId: 'conversation' },
      ...{ toolUseId: null, signal, ...more },
    })
  const done = async (...args: Parameters<typeof call>): Promise<ToolResult> => {
    const outcome = await call(...args)
    if (outcome.status !== 'done') throw new Error(`${args[0]} was proposed.`)
    return outcome.result
  }
  const propose = async (...args: Parameters<typeof call>): Promise<Proposal> => {
    const outcome = await call(...args)
    if (outcome.status === 'proposed') return outcome.proposal
    throw new Error(`${args[0]} was not proposed: ${outcome.result.content}`)
  }
  const approve = async (proposal: Proposal, more: Partial<Parameters<typeof gate.approve>[0]> = {}) => {
    const { id, planHash, typeToConfirm } = proposal
    return await gate.approve({ id, planHash, typed: typeToConfirm ?? undefined, by: person, ...more })
  }
  const apply = async (...args: Parameters<typeof call>): Promise<Change> => {
    const { proposal } = await approve(await propose(...args))
    if (proposal.status !== 'applied') throw new Error(`${args[0]}: ${proposal.reason}`)
    return gate.change(proposal.changeId ?? '')
  }
  return {
    ...{ db, blobs, folders, notes, gate, registry, events, call, done, propose, approve, apply },
    now: () => time,
    advance: (ms: number) => {
      time += ms
    },
    /** Makes a note by hand; answers its id. */
    async make(title: string, content = '', tags: readonly string[] = []): Promise<string> {
      const state = (
        await done(
          'create_note',
          { title, content, tags },
          { actor: person, approval: 'gesture', runId: null, conversationId: null },
        )
      ).state as { note_id: string }
      return state.note_id
    },
    /** Lets a run have read something from outside. */
    taint: (runId: string, source: string) =>
      addRunTaint(db, { runId, conversationId: null, origin: 'web', source, tool: 'fetch', at: time }),
    undo: (id: string, decisions?: Parameters<typeof gate.undo>[0]['decisions']) =>
      gate.undo({ id, by: person, signal, ...(decisions === undefined ? {} : { decisions }) }),
    compareUndo: (id: string) => gate.compareUndo({ id, signal }),
    remove() {
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** See {@link createNotesDesk}. */
export type NotesDesk = ReturnType<typeof createNotesDesk>
