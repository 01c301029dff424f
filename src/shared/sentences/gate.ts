import { counted, inQuotes, inSeries } from './english'

/** What a run has read from outside: for each its name, empty where it has none, and whence it came. */
interface Read {
  readonly scope: 'run' | 'conversation'
  readonly names: readonly string[]
  readonly origins: readonly string[]
  readonly more: number
}

const whence: Readonly<Record<string, string>> = {
  outside: 'from outside the granted folders',
  library: 'from the library',
  web: 'from the web',
  mcp_server: 'from an MCP server',
}

/** The names, and with them the origin that each has, put together by that. */
export function byOrigin(
  names: readonly string[],
  origins: readonly string[],
): { readonly origin: string; readonly names: readonly string[] }[] {
  return [...new Set(origins)].map((origin) => ({
    origin,
    names: names.filter((_, place) => origins[place] === origin),
  }))
}

const decisions: Readonly<Record<string, string>> = {
  pending: 'Not decided',
  approved: 'Already approved',
  applied: 'Already approved',
  conflict: 'Already approved',
  failed: 'Already approved',
  rejected: 'Already rejected',
  expired: 'It has expired; propose it again',
  withdrawn: 'It was withdrawn when its run ended',
}

/** Whether a proposal of this status was approved and yet not applied, which must not be taken for done. */
export function couldNotBeApplied(status: string): boolean {
  return status === 'conflict' || status === 'failed'
}

/** Some of what was proposed: the first names of what was approved and of what was left out, lines by their numbers. */
interface Part {
  readonly by: string
  readonly count: number
  readonly total: number
  readonly names: readonly string[]
  readonly left: readonly string[]
  readonly leftCount: number
}

const partWords: Readonly<Record<string, string>> = { items: 'items', hunks: 'places', fields: 'fields' }

const partName: Readonly<Record<string, (name: string) => string>> = {
  items: inQuotes,
  hunks: (lines) => `${lines.includes('–') ? 'lines' : 'line'} ${lines}`,
}

function partNames(by: string, names: readonly string[], count: number): string {
  const more = count - names.length
  const all = names.map(partName[by] ?? ((name) => name)).join(', ')
  return `${all}${more > 0 ? ` and ${more} more` : ''}`
}

/** Fields of an input that does not fit, by their names in it. */
interface WrongInput {
  readonly missing: readonly string[]
  readonly unknown: readonly string[]
  readonly wrong: readonly string[]
  /** How many fields are not named. */
  readonly more?: number
}

/** What the gate says: why it asks, what became of a proposal, what it refuses. */
export const gateSentences = {
  'gate.for_good': () => 'It can’t be undone.',
  'gate.many_things': ({ count }: { count: number }) => `It changes ${counted(count, 'thing')} at once.`,
  'gate.has_read': ({ scope, names, origins, more }: Read) => {
    const read = byOrigin(names, origins).map(({ origin, names: those }) => {
      const named = those.map((name) => (name === '' ? 'something' : inQuotes(name)))
      return `${inSeries(named, 'and')} ${whence[origin] ?? ''}`
    })
    return `This ${scope} has read ${inSeries(more > 0 ? [...read, `${more} more`] : read, 'and')}.`
  },
  'gate.would_send': ({ scope, hosts }: { scope: 'run' | 'conversation'; hosts: readonly string[] }) =>
    `It would send a request to ${hosts.join(' and ')}, and what this ${scope} has read may have asked for that. Look at everything that would be sent.`,
  'gate.client_sends': ({ name, hosts }: { name: string; hosts: readonly string[] }) =>
    `It would send a request to ${hosts.join(' and ')}. What ${inQuotes(name)} has read elsewhere is not known here, so --approve safe does not cover that. Look at everything that would be sent.`,
  'gate.ask_send': ({ title, hosts }: { title: string; hosts: readonly string[] }) =>
    `${title}: send a request to ${hosts.join(' and ')}.`,
  'gate.ask_read': ({ title, what }: { title: string; what: string; german?: string }) =>
    `${title}: ${what === '' ? 'run it with what is shown here' : what}`,
  'gate.asked_by_policy': () => 'You set this tool so that you are asked before each use.',
  'gate.may_not_send': ({ hosts }: { hosts: readonly string[] }) =>
    `What was read before may have asked to send something to ${hosts.join(' and ')}, and nobody can be asked here. Nothing was sent.`,
  'gate.holds_in_run': () => 'A yes holds for exactly this, in this run alone.',
  'gate.holds_in_conversation': () =>
    'The run did not wait. A yes holds for exactly this, in this conversation alone.',
  'gate.edited': () => 'The content was edited before it was approved.',
  'gate.in_part': ({ by, count, total, names, left, leftCount }: Part) =>
    `${count} of ${total} ${partWords[by] ?? by}: ${partNames(by, names, count)}. Left out: ${partNames(by, left, leftCount)}.`,
  'gate.expired': () => 'It was not decided in time. Propose it again if it is still wanted.',
  'gate.restored': () =>
    'A backup was restored that was made while this waited. Propose it again if it is still wanted.',
  'gate.withdrawn': () => 'Its run ended before a decision.',
  'gate.replaced': ({ number }: { number: number }) =>
    `Its change was proposed once more before a decision: #${number} is in its place.`,
  'gate.needed_rejected': ({ number, reason }: { number: number; reason: string }) =>
    `It builds on #${number}, which was rejected${reason === '' ? '.' : `: ${reason}`}`,
  'gate.undid': ({ summary }: { summary: string }) => `Undid: ${summary}`,
  'gate.undid_over': ({ summary }: { summary: string }) => `Undid over later changes: ${summary}`,
  'gate.undid_items': ({
    names,
    more,
    summary,
  }: {
    names: readonly string[]
    more: number
    summary: string
  }) => `Undid only ${names.map(inQuotes).join(', ')}${more > 0 ? ` and ${more} more` : ''} of: ${summary}`,
  'gate.did_again': ({ summary }: { summary: string }) => `Did again: ${summary}`,
  'gate.only_people': () => 'Only a person can decide: in the window, or on the command line.',
  'gate.closed': ({ number, status, by }: { number: number; status: string; by: string }) =>
    `${decisions[status] ?? status}${by === '' ? '' : ` by ${by}`}${couldNotBeApplied(status) ? ', but it could not be applied' : ''}. Proposal #${number} is closed.`,
  'gate.not_shown': () => 'This is not what was shown. Nothing was changed. Look at the proposal again.',
  'gate.part_not_shown': () => 'This is not the part that was shown. Nothing was changed. Look at it again.',
  'gate.altered': ({ number }: { number: number }) =>
    `Proposal #${number} was altered after it was stored, so it can’t be approved. Nothing was changed. Reject it and let it be proposed again.`,
  'gate.tool_gone': ({ tool }: { tool: string }) =>
    `The tool ${tool} is not there any more. Nothing was changed; reject it.`,
  'gate.stricter': ({ title }: { title: string }) =>
    `${title} is confirmed more strictly now. Reject it and let it be proposed again.`,
  'gate.type': ({ expected }: { expected: string }) => `Type “${expected}” to approve this.`,
  'gate.needs_waiting': ({ number, needed }: { number: number; needed: number }) =>
    `Proposal #${number} needs #${needed}, which is not applied yet. Nothing was changed. Approve #${needed} first.`,
  'gate.needs_gone': ({ number, needed, status }: { number: number; needed: number; status: string }) =>
    `Proposal #${number} needs #${needed}, which was not applied (${status}). Nothing was changed. Propose #${needed} again, or reject this one.`,
  'gate.call_moved': ({ title }: { title: string }) =>
    `${inQuotes(title)} is another tool now, or leads elsewhere, than when this was shown. Nothing was read or sent.`,
  'gate.reading_moved': () => 'The path leads somewhere else now. Nothing was read.',
  'gate.undo_ended': ({ number }: { number: number }) =>
    `Change #${number} can’t be undone any more: the time or the room for what it replaced was over. Nothing was changed.`,
  'gate.undo_tool_gone': ({ tool }: { tool: string }) =>
    `The tool ${tool} that could undo this is not there any more.`,
  'gate.undo_damaged': () => 'What is stored to undo this change is damaged.',
  'gate.undo_not_over': () => 'This can’t be undone over later changes. Nothing was changed.',
  'gate.undo_whole': () => 'This change can only be undone as a whole. Nothing was undone.',
  'gate.undo_unknown': () => 'There is no such thing in this change. Nothing was undone.',
  'gate.wrong_input': ({ missing, unknown, wrong, more = 0 }: WrongInput) =>
    [
      'What this was called with does not fit, so it was not run.',
      ...missing.map((name) => `${inQuotes(name)} is missing.`),
      ...unknown.map((name) => `There is no ${inQuotes(name)}.`),
      ...wrong.map((name) => `${inQuotes(name)} is not what it should be.`),
      ...(more === 0
        ? []
        : [more === 1 ? 'One more field does not fit.' : `${more} more fields do not fit.`]),
    ].join(' '),
  'gate.no_such_tool': ({ name }: { name: string }) =>
    `A tool named ${inQuotes(name)} was called, which there is not. Nothing was done.`,
  'gate.no_such_tools': ({ names }: { names: readonly string[] }) =>
    names.length === 1
      ? `There is no tool named ${names.map(inQuotes).join('')}, so it was not loaded.`
      : `There are no tools named ${names.map(inQuotes).join(', ')}, so none was loaded.`,
  'gate.too_tangled': () =>
    'What was sent has more fields, or more levels in each other, than anything here takes. Nothing was done. Send less at once.',
  'gate.undo_items_gone': () => 'This was undone already, or is no longer there. Nothing was done.',
}
