import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { createConversations } from '../../../src/main/agent/conversations'
import { createGate } from '../../../src/main/agent/gate'
import { createModelsAtWork } from '../../../src/main/agent/models-at-work'
import { createRegistry } from '../../../src/main/agent/registry'
import { createAssistants } from '../../../src/main/assistants/service'
import { createAudit } from '../../../src/main/changes/audit'
import { createBlobStore } from '../../../src/main/changes/blobs'
import { openDatabase } from '../../../src/main/db/open'
import { drawPicture } from '../../../src/main/pictures/draw'
import { createPictures } from '../../../src/main/pictures/service'
import { createEventHub } from '../../../src/main/publish'
import { createScripts } from '../../../src/main/sequences/scripts'
import { createSequences } from '../../../src/main/sequences/service'
import { createSettings } from '../../../src/main/settings/service'
import type { Actor, StandingApproval } from '../../../src/shared/actor'
import { person } from '../../../src/shared/actor'
import type { Proposal } from '../../../src/shared/contract/changes'
import type { AppEvent } from '../../../src/shared/contract/events'
import type { Collection } from '../../../src/shared/contract/library'
import type { Attachment, ToolUseBlock, Usage } from '../../../src/shared/run/blocks'
import type { RunEventBody } from '../../../src/shared/run/events'
import type { AssistantMessage, ConversationState } from '../../../src/shared/run/state'
import { defineModule, defineReadTool } from '../../../src/shared/tool/define'
import type { Origin } from '../../../src/shared/tool/result'
import type { ModuleRuntime } from '../../../src/shared/tool/runtime'
import { type ShelfHooks, shelfModule, shelfRuntime } from '../gate/shelf'
import { memorySecrets } from '../memory-secrets'

/** What the reading tool of the bench does; a test replaces it. */
export type Look = (at: string, signal: AbortSignal, used: (usage: Usage) => void) => Promise<string>

const probeModule = defineModule({
  id: 'probe',
  title: 'Probe',
  icon: 'search',
  prompt: 'Looks at things.',
  origin: 'own',
  tools: [
    defineReadTool({
      name: 'look_at',
      title: 'Look at',
      description: 'Looks at something.',
      input: z.strictObject({ at: z.string() }),
      output: z.looseObject({}),
      aliases: [],
      primary: 'at',
    }),
  ],
})

type Body<Type> = Extract<RunEventBody, { type: Type }>

/** Conversations over a real database, the real gate and a real server, which can be closed and opened again. */
export interface AgentBench {
  readonly conversations: ReturnType<typeof createConversations>
  readonly gate: ReturnType<typeof createGate>
  readonly settings: ReturnType<typeof createSettings>
  readonly assistants: ReturnType<typeof createAssistants>
  readonly sequences: ReturnType<typeof createSequences>
  collections: readonly Collection[]
  readonly db: ReturnType<typeof openDatabase>
  readonly events: readonly AppEvent[]
  look: Look
  /** Where a test steps into a change of the shelf. */
  readonly shelfHooks: ShelfHooks
  /** The state that a `look_at` answers. */
  lookState: unknown
  /** Where what `look_at` reads comes from. */
  lookOrigin?: Origin
  send(
    text: string,
    more?: {
      conversationId?: string
      actor?: Actor
      approval?: StandingApproval
      assistantId?: string
      attachments?: readonly Attachment[]
    },
  ): Promise<{ conversationId: string; runId: string }>
  /** Resolves at the first published event of a run that fits. */
  event<Type extends RunEventBody['type']>(
    runId: string,
    type: Type,
    fits?: (body: Body<Type>) => boolean,
  ): Promise<Body<Type>>
  finished(runId: string): Promise<Body<'run_finished'>>
  /** Sends and waits for the end. */
  run(
    text: string,
    more?: Parameters<AgentBench['send']>[1],
  ): Promise<{
    conversationId: string
    runId: string
    end: Body<'run_finished'>
    state: ConversationState
  }>
  approve(proposalId: string): Promise<unknown>
  pending(): Proposal | undefined
  /** Quits in good order and starts again. */
  restart(): Promise<void>
  /** Starts again as after a crash: the old process wrote nothing more. */
  crash(): void
  /** The process ends right after this many further events, of runs or of the ledger, were stored and published. */
  crashAfter(events: number, of?: 'run' | 'change'): void
  remove(): Promise<void>
}

/** Opens a bench against a server of the Messages API. */
export function createAgentBench(
  baseUrl: string,
  environment: Record<string, string> = {},
  makesTitles = false,
): AgentBench {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-agent-'))
  const shelf = join(folder, 'shelf')
  mkdirSync(shelf)
  const blobs = createBlobStore(join(folder, 'blobs'))
  const events: AppEvent[] = []
  const hub = createEventHub((error) => {
    throw error
  })
  hub.subscribe((event) => events.push(event))
  const now = () => new Date()
  let eventsLeft = Number.POSITIVE_INFINITY
  let counted: AppEvent['type'] = 'run'

  const open = () => {
    const db = openDatabase(join(folder, 'countersign.db'))
    let alive = true
    const publish = (event: AppEvent): void => {
      if (!alive) return
      hub.publish(event)
      if (event.type === counted && --eventsLeft === 0) die()
    }
    const die = (): void => {
      alive = false
      db.close()
    }
    const probe: ModuleRuntime<typeof probeModule> = {
      look_at: {
        run: async ({ at }, { signal, used = () => undefined }) => ({
          content: await bench.look(at, signal, used),
          state: z.looseObject({}).parse(bench.lookState),
          ...(bench.lookOrigin === undefined ? {} : { origin: bench.lookOrigin }),
        }),
      },
    }
    const registry = createRegistry(
      [shelfModule, probeModule],
      new Map<string, ModuleRuntime<typeof shelfModule> | ModuleRuntime<typeof probeModule>>([
        ['shelf', shelfRuntime(shelf, bench.shelfHooks)],
        ['probe', probe],
      ]),
    )
    const gate = createGate({ db, registry, publish, now })
    const settings = createSettings({
      db,
      secrets: memorySecrets(),
      environment: { ANTHROPIC_BASE_URL: baseUrl, COUNTERSIGN_MODEL: 'fake-model', ...environment },
      publish,
    })
    const assistants = createAssistants({
      db,
      gate,
      catalog: registry.catalog,
      blobs: { read: () => Promise.reject(new Error('The bench keeps no pictures.')) },
      pictures: { small: () => Promise.reject(new Error('The bench draws no pictures.')) },
      library: { collections: () => bench.collections },
      audit: createAudit(db, now),
      settings,
      publish,
      now: () => now().getTime(),
      language: () => 'en',
    })
    const conversations = createConversations({
      db,
      gate,
      assistants,
      collections: () => bench.collections,
      catalog: registry.catalog,
      settings,
      grants: { list: () => [] },
      readPicture: blobs.read,
      pictures: createPictures({ blobs, draw: (bytes, options) => drawPicture(bytes, options) }),
      modelsAtWork: createModelsAtWork(),
      scripts: createScripts({ db, catalog: registry.catalog, language: () => 'en' }),
      publish,
      now,
      makesTitles,
      report: (error) => {
        if (alive) throw error
      },
    })
    const sequences = createSequences({
      ...{ db, gate, conversations, publish },
      audit: createAudit(db, now),
      catalog: registry.catalog,
      now: () => now().getTime(),
      language: () => 'en',
    })
    return {
      db,
      gate,
      settings,
      assistants,
      sequences,
      conversations,
      die,
    }
  }
  let opened: ReturnType<typeof open>

  const event: AgentBench['event'] = (runId, type, fits = () => true) =>
    new Promise((resolve) => {
      type Wanted = Parameters<typeof fits>[0]
      const isWanted = (body: RunEventBody): body is Wanted => body.type === type
      const take = (appEvent: AppEvent): boolean => {
        if (appEvent.type !== 'run' || appEvent.event.runId !== runId) return false
        const { body } = appEvent.event
        if (!isWanted(body) || !fits(body)) return false
        resolve(body)
        return true
      }
      if (events.some(take)) return
      const unsubscribe = hub.subscribe((appEvent) => {
        if (take(appEvent)) unsubscribe()
      })
    })

  const bench: AgentBench = {
    events,
    look: async (at) => `Looked at ${at}.`,
    shelfHooks: {},
    lookState: {},
    get conversations() {
      return opened.conversations
    },
    get gate() {
      return opened.gate
    },
    collections: [],
    get assistants() {
      return opened.assistants
    },
    get sequences() {
      return opened.sequences
    },
    get settings() {
      return opened.settings
    },
    get db() {
      return opened.db
    },
    event,
    send: (text, more = {}) =>
      opened.conversations.send({
        conversationId: more.conversationId ?? null,
        text,
        attachments: more?.attachments ?? [],
        actor: more.actor ?? person,
        approval: more.approval ?? null,
        assistantId: more.assistantId,
      }),
    finished: (runId) => event(runId, 'run_finished'),
    async run(text, more) {
      const { conversationId, runId } = await bench.send(text, more)
      const end = await bench.finished(runId)
      return { conversationId, runId, end, state: opened.conversations.snapshot(conversationId) }
    },
    approve(proposalId) {
      const { planHash, typeToConfirm } = opened.gate.proposal(proposalId)
      return opened.gate.approve({ id: proposalId, planHash, typed: typeToConfirm ?? undefined, by: person })
    },
    pending: () => opened.gate.proposals({ status: 'pending', limit: 10 })[0],
    async restart() {
      await opened.conversations.close()
      opened.die()
      events.length = 0
      opened = open()
    },
    crashAfter(count, of = 'run') {
      eventsLeft = count
      counted = of
    },
    crash() {
      eventsLeft = Number.POSITIVE_INFINITY
      opened.die()
      events.length = 0
      opened = open()
    },
    async remove() {
      await opened.conversations.close()
      opened.die()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  opened = open()
  return bench
}

/** The assistant's messages. */
export function answersOf(state: ConversationState): AssistantMessage[] {
  return state.messages.filter((message) => message.role === 'assistant')
}

/** The words of all answers. */
export function wordsOf(state: ConversationState): string {
  return answersOf(state)
    .flatMap(({ blocks }) => blocks)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('|')
}

/** The tool calls of all answers. */
export function callsOf(state: ConversationState): ToolUseBlock[] {
  return answersOf(state)
    .flatMap(({ blocks }) => blocks)
    .filter((block) => block.type === 'tool_use')
}
