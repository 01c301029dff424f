import { withStop } from '../text/with-stop'
import { counted } from './english'

interface Closed {
  readonly number: number
  /** Empty where there is none. */
  readonly reason: string
}
const because = (reason: string) =>
  reason === '' ? 'No reason was given.' : `The reason: ${withStop(reason)}`

/** What is refused of proposals and of undoing, and what became of them. */
export const decisionSentences = {
  'proposal.nothing_again': ({ number, status }: { number: number; status: string }) =>
    `Proposal #${number} is ${status}; there is nothing to propose again.`,
  'proposal.proposed_again': ({ number, again, status }: { number: number; again: number; status: string }) =>
    `Proposal #${number} was proposed again already, as #${again}, which is ${status}.`,
  'proposal.reading_again': () => 'What was asked about reading is asked anew when it is needed again.',
  'proposal.no_tool': ({ tool }: { tool: string }) => `The tool ${tool} is not there any more.`,
  'proposal.nothing_left': ({ why }: { why: string }) => `There is nothing left to propose. ${why}`,
  'proposal.parts_or_edit': () => 'Choose parts or edit the content, not both.',
  'proposal.other_version': () => 'It was planned by another version of Countersign. Nothing was done.',
  'proposal.not_edited': ({ title }: { title: string }) => `What ${title} proposes can’t be edited.`,
  'proposal.stricter': ({ why }: { why: string }) =>
    `That would have to be confirmed more strictly: ${why} Nothing was changed. Reject it and let it be proposed anew.`,
  'proposal.name_only': ({ by }: { by: string }) => `Name ${by} and nothing else.`,
  'proposal.too_long': () => 'It is too long to be shown whole, so it can’t be approved in part.',
  'proposal.no_part': ({ part }: { part: string }) =>
    `There is no part ${part} in this proposal. Nothing was changed.`,
  'proposal.no_such_part': () => 'There is no such part in this proposal. Nothing was changed.',
  'proposal.choose_one': () => 'Choose at least one part, or reject the proposal.',
  'proposal.whole': () => 'This can only be approved as a whole.',
  'proposal.allow_whole': () => 'This can only be allowed as a whole.',
  'proposal.reading_once': () => 'A reading is allowed once. Nothing was read.',
  'proposal.try_again': ({ why }: { why: string }) => `${why} Read what is there now and propose again.`,
  'proposal.nothing_changed': ({ why }: { why: string }) => `${why} Nothing was changed.`,
  'proposal.rejected': ({ number, reason }: Closed) =>
    `The person rejected Proposal #${number}; nothing was changed. ${because(reason)} Do not try the same again unasked.`,
  'proposal.rejected_by': ({ by, reason }: { by: string; reason: string }) =>
    `It was rejected by ${by}. ${because(reason)} Nothing was changed. Do not propose the same again unless you are asked to.`,
  'proposal.conflicted': ({ number, reason }: Closed) =>
    `Proposal #${number} was approved, but what it builds on had changed since. ${reason === '' ? 'Nothing was changed.' : reason}`.trim(),
  'proposal.failed': ({ number, reason }: Closed) =>
    `Proposal #${number} was approved, but applying it failed. Nothing was changed. ${reason}`.trim(),
  'proposal.expired': ({ number }: { number: number }) =>
    `Proposal #${number} expired before anyone decided. Nothing was changed.`,
  'proposal.withdrawn': ({ number }: { number: number }) =>
    `Proposal #${number} was withdrawn before a decision. Nothing was changed.`,
  'proposal.closed_applying': () =>
    'The application was closed while this was being applied; what it had begun was rolled back. Propose it again.',
  'proposal.closed_meanwhile': () => 'The application was closed while this was being applied.',
  'proposal.none': ({ id }: { id: string }) => `There is no proposal ${id}.`,
  'change.none': ({ id }: { id: string }) => `There is no change ${id}.`,
  'change.kept_all': () => 'All of it was kept as it is now, so there was nothing to undo.',
  'change.nothing_left': ({ of }: { of: 'run' | 'conversation' | 'changes' | 'undo' }) =>
    `There is nothing of ${of === 'changes' ? 'these' : 'this'} ${of} that can be undone.`,
  'change.no_undo': () => 'This change can’t be taken back; its approval said so.',
  /** `by` is 0 where it is not known. */
  'change.undone': ({ number, by }: { number: number; by: number }) =>
    `Change #${number} is already undone${by === 0 ? '' : ` by change #${by}`}.`,
  'change.rolled_back': ({ number }: { number: number }) =>
    `Change #${number} never took effect: it was rolled back.`,
  'change.interrupted': ({ number }: { number: number }) =>
    `Change #${number} was interrupted: it may have taken effect in part. It can’t be undone.`,
  'change.under_way': ({ number }: { number: number }) =>
    `Change #${number} is not finished. Try again when it is.`,
  'change.unrecorded': ({ what, why }: { what: string; why: string }) =>
    `${what} That it was not done could not be recorded yet, which comes before any other change: ${why}`,
  'change.may_have_happened': ({ what, rest }: { what: string; rest: string }) =>
    `${what} It had begun by then. ${rest}`,
  'change.stuck': ({ what, why }: { what: string; why: string }) =>
    `${what} What it had begun could NOT be rolled back: ${why} What was there before is kept. Look at it by hand; Countersign tries again at its next start.`,
  'audit.intact': ({ records }: { records: number }) => `Intact: ${counted(records, 'record')}.`,
  'audit.broken': ({ record, why }: { record: number; why: string }) =>
    `Broken at record ${record}: ${flaws[why] ?? why}. What is recorded from there on can’t be relied on.`,
}

const flaws: Readonly<Record<string, string>> = {
  missing: 'it is missing',
  not_following: 'it does not follow the record before it',
  changed: 'it was changed after it was written',
  no_head: 'the note of the last record is missing',
  cut_off: 'it and what came after it are missing',
  from_outside: 'it was added from outside',
  another: 'it is not the record that was written',
}
