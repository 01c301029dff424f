import type { Client } from '../../../src/main/rpc/client'
import type { CallOutcome } from '../../../src/shared/contract/tools'
import { type ErrorCode, errorCodeSchema } from '../../../src/shared/errors'
import type { ToolUseBlock } from '../../../src/shared/run/blocks'
import type { SequenceStep } from '../../../src/shared/sequences/definition'
import type { ToolResult } from '../../../src/shared/tool/result'
import { answer, text, toolUse } from '../../support/fake-messages-api'
import { runCommand } from '../../support/run-command'
import { sampleMission } from '../../support/sample-mission'
import { fixed, sequenceOf, stepOf } from '../../support/sequence-definitions'
import type { Arena } from './arena'

type McpClient = Awaited<ReturnType<Arena['mcp']>>

/** One call of a tool. */
export interface ToolCall {
  readonly tool: string
  readonly input: unknown
}

/** How a call ended, told alike for every caller; `said` is all that the caller was given. */
export type Outcome =
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly said: string }
  | { readonly kind: 'answered'; readonly said: string }
  | { readonly kind: 'proposed'; readonly proposalId: string; readonly said: string }

/** Makes calls, one after the other. */
export type Caller = (calls: readonly ToolCall[]) => Promise<Outcome[]>

/** Everyone who can call a tool; where there is a standing approval, nothing waits for a person. */
export const callers: Readonly<Record<string, (arena: Arena) => Promise<Caller>>> = {
  'a person at the window': async ({ window }) => overContract(window),
  'the command line': async (arena) => overContract(await arena.attach('command_line', null)),
  'the command line with --approve safe': async (arena) =>
    overContract(await arena.attach('command_line', 'safe')),
  'an MCP client': async (arena) => overMcp(await arena.mcp()),
  'an MCP client with --approve safe': async (arena) => overMcp(await arena.mcp('--approve', 'safe')),
  'an MCP client over HTTP': async (arena) => overMcp(await arena.mcpOverHttp()),
  'an MCP client over HTTP with --approve safe': async (arena) =>
    overMcp(await arena.mcpOverHttp('--approve', 'safe')),
  'the assistant in a chat': async (arena) => inRun(arena, arena.window),
  'an unattended run': async (arena) => inRun(arena, await arena.attach('command_line', null)),
  'an unattended run with --approve safe': async (arena) =>
    inRun(arena, await arena.attach('command_line', 'safe')),
  'a mission': async (arena) => inMission(arena),
  'a sequence': async (arena) => inSequence(arena),
}

/** Those who wait for a person there, who says no to each proposal before anything can happen in between. */
export const answeredAtOnce: readonly string[] = ['the assistant in a chat', 'a sequence']
/** Those whose calls a person sees as they are made. */
const atTheWindow: readonly string[] = ['a person at the window', ...answeredAtOnce]
/** Those for whom a person can be asked whether something may be read: there, or in the inbox. */
export const asking: readonly string[] = [
  ...atTheWindow,
  'an unattended run',
  'an unattended run with --approve safe',
  'a mission',
]

/** One of {@link callers}. */
export function callerNamed(name: string, arena: Arena): Promise<Caller> {
  const make = callers[name]
  if (make === undefined) throw new Error(`There is no caller ${name}.`)
  return make(arena)
}

/** The command line as a person starts it: a process for each call. */
export function inProcesses(arena: Arena, ...flags: readonly string[]): Caller {
  return inTurn(async ({ tool, input }) => {
    const args = ['call', tool, JSON.stringify(input), '--json', '--data', arena.data, ...flags]
    const { stdout, stderr } = await runCommand(args, { environment: { HOME: arena.home } })
    const told = JSON.parse(stdout) as ToolResult & { status?: string; proposal_id?: string }
    if (told.status === 'proposed')
      return { kind: 'proposed', proposalId: told.proposal_id ?? '', said: stdout }
    return outcomeOf({ status: 'done', result: told }, stdout + stderr)
  })
}

function overContract(client: Client): Caller {
  return inTurn(async (call) => outcomeOf(await client.tools.call(call)))
}

function overMcp(client: McpClient): Caller {
  return inTurn(async ({ tool, input }) => {
    const told = await client.callTool({ name: tool, arguments: input as Record<string, unknown> })
    const said = JSON.stringify(told)
    const state = told.structuredContent as { status?: string; proposal_id?: string } | undefined
    if (told.isError === true) {
      const shape = (told._meta as Record<string, { code: unknown }> | undefined)?.['countersign/error']
      return { kind: 'refused', code: errorCodeSchema.parse(shape?.code), said }
    }
    return state?.proposal_id === undefined
      ? { kind: 'answered', said }
      : { kind: 'proposed', proposalId: state.proposal_id, said }
  })
}

/** The model makes all calls in one answer; what waits for the person is rejected. */
function inRun(arena: Arena, sender: Client): Caller {
  return async (calls) => {
    const uses = calls.map(({ tool, input }) => toolUse(tool, input))
    arena.api.push(answer(uses), answer([text('Done.')]))
    const begin = () =>
      sender.conversations.send({ conversationId: null, text: 'Do as you are told.', attachments: [] })
    return outcomesOf(arena, await untilFinished(arena, begin, sender === arena.window), calls)
  }
}

/** Answers the conversation of a run that has ended; a person who attends rejects what waits. */
async function untilFinished(
  arena: Arena,
  begin: () => Promise<{ readonly conversationId: string; readonly runId: string }>,
  attended: boolean,
): Promise<string> {
  const events = await arena.watch()
  const { conversationId, runId } = await begin()
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    const event = next.value
    if (event.type === 'run' && event.event.runId === runId && event.event.body.type === 'run_finished') break
    const waits =
      event.type === 'proposal' && event.proposal.runId === runId && event.proposal.status === 'pending'
    if (waits && attended) await arena.window.proposals.reject({ id: event.proposal.id })
  }
  await events.return?.()
  return conversationId
}

/** A snapshot of a conversation begins with its newest messages, of which each step is one. */
const stepsAtOnce = 40

/** A sequence of these calls, each of which goes on where it fails; several of them where there are many. */
function inSequence(arena: Arena): Caller {
  return async (calls) => {
    const outcomes: Outcome[] = []
    for (let from = 0; from < calls.length; from += stepsAtOnce) {
      const some = calls.slice(from, from + stepsAtOnce)
      const steps = some.map(({ tool, input }) => stepOf(tool, fixedFields(input), { goesOn: true }))
      const { id, revision } = await arena.window.sequences.create({ definition: sequenceOf(steps) })
      const begin = () => arena.window.sequences.run({ id, revision, inputs: {} })
      outcomes.push(...(await outcomesOf(arena, await untilFinished(arena, begin, true), some)))
    }
    return outcomes
  }
}

function fixedFields(input: unknown): SequenceStep['fields'] {
  return Object.fromEntries(
    Object.entries(input as Record<string, Parameters<typeof fixed>[0]>).map(([name, value]) => [
      name,
      fixed(value),
    ]),
  )
}

/** The same by a mission that is made for it and runs by hand. */
function inMission(arena: Arena): Caller {
  return async (calls) => {
    const uses = calls.map(({ tool, input }) => toolUse(tool, input))
    arena.api.push(answer(uses), answer([text('Done.')]))
    const { id } = await arena.window.missions.create({
      fields: { ...sampleMission, name: `Mission ${++missionsMade}` },
    })
    const events = await arena.watch()
    await arena.window.missions.run({ id })
    let conversationId: string | null = null
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      if (next.value.type !== 'missions') continue
      const mission = next.value.missions.find((one) => one.id === id)
      conversationId = mission?.last?.conversationId ?? null
      if (mission?.state === 'idle' && conversationId !== null) break
    }
    await events.return?.()
    return outcomesOf(arena, conversationId ?? '', calls)
  }
}

let missionsMade = 0

async function outcomesOf(
  arena: Arena,
  conversationId: string,
  calls: readonly ToolCall[],
): Promise<Outcome[]> {
  const { messages } = await arena.window.conversations.snapshot({ id: conversationId })
  const blocks = messages
    .flatMap((message) => (message.role === 'assistant' ? message.blocks : []))
    .filter((block): block is ToolUseBlock => block.type === 'tool_use')
  if (blocks.length !== calls.length) throw new Error(`${blocks.length} of ${calls.length} calls were made.`)
  return blocks.map((block) => {
    const said = JSON.stringify(block.result)
    if (block.proposalId !== undefined) return { kind: 'proposed', proposalId: block.proposalId, said }
    if (block.result === undefined) throw new Error(`${block.name} ended without a result.`)
    return outcomeOf({ status: 'done', result: block.result }, said)
  })
}

function outcomeOf(outcome: CallOutcome, said = JSON.stringify(outcome)): Outcome {
  if (outcome.status === 'proposed') return { kind: 'proposed', proposalId: outcome.proposal.id, said }
  const { success, error } = outcome.result
  return success ? { kind: 'answered', said } : { kind: 'refused', code: error?.code ?? 'internal', said }
}

function inTurn(one: (call: ToolCall) => Promise<Outcome>): Caller {
  return async (calls) => {
    const outcomes: Outcome[] = []
    for (const call of calls) outcomes.push(await one(call))
    return outcomes
  }
}
