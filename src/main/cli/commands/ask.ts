import { AppError } from '../../../shared/errors'
import type { Citation } from '../../../shared/run/blocks'
import type { RunEvent, RunEventBody } from '../../../shared/run/events'
import { isSameName } from '../../../shared/text/one-line'
import { quoted } from '../../../shared/text/quoted'
import { type Client, fromClientError } from '../../rpc/client'
import { approvalOption, onlyArgument, parseCommand, standingApproval } from '../arguments'
import { type ExitStatus, exitStatus, exitStatusOf } from '../exit-status'
import { type Output, printable } from '../output'
import { createUnescaper } from '../unescaped'
import type { Command } from './command'

/** How long a stopped command waits for its run's stop to arrive. */
const stopLimitMs = 2000

/** One turn of the loop from the command line; writes are proposed and wait in the inbox. */
export const ask: Command = {
  usage: 'TEXT [--assistant A] [--conversation ID] [--approve safe]',
  summary: 'Ask, or have something done; changes are proposed.',
  async run({ args, open, output, signal }) {
    const { values, positionals } = parseCommand(args, {
      ...approvalOption,
      assistant: { type: 'string' },
      conversation: { type: 'string' },
    })
    const text = onlyArgument(positionals, 'TEXT')
    const out = output(values.json)
    const session = await open({ data: values.data, approval: standingApproval(values.approve) })
    const { client } = session
    try {
      const assistantId = await assistantNamed(client, values.assistant)
      const message = {
        conversationId: values.conversation ?? null,
        text,
        attachments: [],
        ...(assistantId === undefined ? {} : { assistantId }),
      }
      const teller = createTeller(out)
      for await (const happened of eventsOfRun(client, message, signal)) {
        teller.tell(happened)
        if (happened.body.type === 'run_finished')
          return await endOf(happened.body, teller.proposed(), client, out)
      }
      if (!signal.aborted)
        out.note('Countersign ended before the answer was complete. What had arrived is kept.')
      return exitStatus.failed
    } catch (error) {
      throw fromClientError(error)
    } finally {
      await session.close()
    }
  },
}

/** Sends a message and gives what happens in its run, from the first event on; stops the run where `signal` does. */
async function* eventsOfRun(
  client: Client,
  message: Parameters<Client['conversations']['send']>[0],
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  /** What came before the answer that names the run. */
  const early: RunEvent[] = []
  let runId: string | null = null
  for await (const event of await client.events.watch(undefined, { signal })) {
    if (event.type === 'ready') {
      const sent = await client.conversations.send(message)
      runId = sent.runId
      signal.addEventListener('abort', () => stopRun(client, sent.runId))
    }
    if (event.type === 'run') early.push(event.event)
    if (runId === null) continue
    for (const happened of early.splice(0)) if (happened.runId === runId) yield happened
  }
}

/** Tells what happens in a run, as it happens. */
function createTeller(out: Output): { tell(happened: RunEvent): void; proposed(): readonly string[] } {
  const printed = answerPrinter((text) => process.stdout.write(printable(text)))
  const proposed: string[] = []
  return {
    tell(happened) {
      out.line(happened)
      const { body } = happened
      if (!out.json) printed.write(body)
      if (body.type === 'tool_proposed') proposed.push(body.proposalId)
      if (body.type === 'tool_use_started') out.note(`· ${body.name}`)
      for (const citation of unverifiedCitations(body)) out.note(unverifiedText(citation))
    },
    proposed: () => proposed,
  }
}

async function endOf(
  { end, error }: Extract<RunEventBody, { type: 'run_finished' }>,
  proposed: readonly string[],
  client: Client,
  out: Output,
): Promise<ExitStatus> {
  out.text('')
  if (error !== undefined) {
    out.note(error.message)
    return exitStatusOf(error.code)
  }
  if (end !== 'completed') return exitStatus.failed
  const waiting = await anyWaits(client, proposed)
  if (waiting) out.note('A change waits for your decision: countersign proposals')
  return waiting ? exitStatus.waiting : exitStatus.done
}

/** Whether one of these proposals still waits: a person may have decided while the run went on. */
async function anyWaits(client: Client, ids: readonly string[]): Promise<boolean> {
  const proposals = await Promise.all(ids.map((id) => client.proposals.get({ id })))
  return proposals.some(({ status }) => status === 'pending')
}

/** An assistant by its id or name; throws `not_found`, naming those there are. */
async function assistantNamed(client: Client, wanted: string | undefined): Promise<string | undefined> {
  if (wanted === undefined) return undefined
  const here = (await client.assistants.list()).filter(({ trashedAt }) => trashedAt === null)
  const found = here.find(({ id, name }) => id === wanted || isSameName(name, wanted))
  if (found !== undefined) return found.id
  const names = here.map(({ name }) => `"${name}"`).join(', ')
  throw new AppError('not_found', `There is no assistant ${quoted(wanted)}. There are: ${names}.`)
}

function unverifiedCitations(body: RunEventBody): readonly Citation[] {
  if (body.type !== 'turn_finished') return []
  return body.content.flatMap((block) =>
    block.type === 'text' ? block.citations.filter(({ verified }) => !verified) : [],
  )
}

function unverifiedText({ title, page, problem }: Citation): string {
  const place = page === null ? title : `${title}, p. ${page}`
  return problem === 'not_given'
    ? `· Not verified: [${place}] is nothing that this conversation was given.`
    : `· Not verified: the quoted words were not found in [${place}].`
}

/** Stops a run whose asker was interrupted; with a signal of its own, because the command's is over. */
function stopRun(client: Client, runId: string): void {
  client.conversations.stop({ runId }, { signal: AbortSignal.timeout(stopLimitMs) }).catch(() => {
    // The core is ending, and with it the run.
  })
}

/** Prints an answer as it streams; the end of a turn brings what no delta has brought. */
function answerPrinter(write: (text: string) => void): { write(body: RunEventBody): void } {
  const lengths = new Map<number, number>()
  const unescaper = createUnescaper()
  return {
    write(body) {
      if (body.type === 'turn_started') lengths.clear()
      if (body.type === 'text_delta') {
        write(unescaper.write(body.text))
        lengths.set(body.block, (lengths.get(body.block) ?? 0) + body.text.length)
      }
      if (body.type !== 'turn_finished' && body.type !== 'turn_failed') return
      for (const [index, block] of body.content.entries()) {
        if (block.type !== 'text') continue
        write(`${unescaper.write(block.text.slice(lengths.get(index) ?? 0))}${unescaper.end()}\n`)
      }
    },
  }
}
