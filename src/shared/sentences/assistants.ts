import { inQuotes } from './english'

interface Name {
  readonly name: string
}

/** A tool by its name, and in the languages of people where that is known. */
interface NamedTool {
  readonly tool: string
  readonly title?: string
  readonly german?: string
}

const called = ({ tool, title }: NamedTool) => (title === undefined ? tool : inQuotes(title))

const policies: Readonly<Record<string, string>> = {
  auto: 'Automatic',
  propose: 'Propose',
  deny: 'Deny',
}
const floors: Readonly<Record<string, string>> = {
  removes: 'What removes something is always asked.',
  no_undo: 'What can’t be undone is always asked.',
}

/** What is refused of assistants and their tools, and what remembered approvals cover. */
export const assistantSentences = {
  'assistant.none': () => 'There is no such assistant.',
  'assistant.changed': () =>
    'This assistant was changed in the meantime. Nothing was saved. Open it anew to see what it is now.',
  'assistant.name_taken': ({ name }: Name) =>
    `There is already an assistant called ${inQuotes(name)}. Give this one another name.`,
  'assistant.usual': () => 'The usual assistant is always there. It can be changed, not deleted.',
  'assistant.in_trash': ({ name }: Name) => `${inQuotes(name)} is in the trash. Restore it first.`,
  'assistant.in_trash_for_conversation': ({ name }: Name) =>
    `The assistant ${inQuotes(name)} is in the trash. Restore it, or choose another one for this conversation.`,
  'assistant.unknown_tool': ({ tool }: { tool: string }) =>
    `There is no tool ${tool} in this version. Take it out and save again.`,
  'assistant.no_collection': () => 'The collection is not there any more. Choose another one.',
  'assistant.emoji': () => 'Enter one emoji, or choose a picture.',
  'assistant.no_picture': () => 'This is no picture for an assistant. Choose it again.',
  'assistant.newer_file': () =>
    'This assistant was exported by a newer version of Countersign. Update Countersign, then import it again.',
  'assistant.no_file': () => 'This is not the file of an assistant.',
  'assistant.damaged_file': ({ place, why }: { place: string; why: string }) =>
    `The file of the assistant is damaged${place === '' ? '' : ` at ${place}`}: ${why}. Nothing was imported.`,
  'policy.not_allowed': ({
    title,
    policy,
    floor,
  }: {
    title: string
    policy: string
    floor: string
    german?: string
  }) => `${inQuotes(title)} can’t be set to “${policies[policy] ?? policy}”. ${floors[floor] ?? floor}`,
  'policy.denied': (named: NamedTool) =>
    `${called(named)} is set to “Deny”. Nothing was done. It can only be changed by hand, under Tools.`,
  'policy.would_ask': (named: NamedTool) =>
    `${called(named)} is set to “Ask each time”, and nobody can be asked here. Nothing was read. It can only be changed by hand, under Tools.`,
  'policy.not_its_tool': (named: NamedTool) =>
    `This assistant does not have the tool ${called(named)}. Nothing was done. It can only be changed by hand, under Assistants.`,
  'approval.none': () => 'There is no such remembered approval.',
  'approval.not_so': () => 'This can’t be remembered in that way. Nothing was approved.',
  'approval.over': () => 'That time is over already. Nothing was approved.',
  /** `exactly` for what can’t be taken back: it covers one call alone. */
  'approval.target': ({
    label,
    more,
    exactly,
    run,
  }: {
    label: string
    more: number
    exactly: boolean
    run: boolean
  }) =>
    `only ${inQuotes(label)}${more === 0 ? '' : ` and ${more} more`}${exactly ? ', exactly this call' : ''}${run ? ', in this run' : ''}`,
  'approval.collection': ({ label }: { label: string }) => `the collection ${inQuotes(label)}`,
  'approval.host': ({ host, collection }: { host: string; collection: string }) =>
    `pages of ${host}${collection === '' ? '' : `, into the collection ${inQuotes(collection)}`}`,
  'approval.folder': ({ path }: { path: string }) => `the folder ${inQuotes(path)} and what is in it`,
  'approval.run': () => 'this run',
  'approval.conversation': () => 'this conversation',
}
