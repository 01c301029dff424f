import { ownValue } from '../../shared/json/own-value'

/** Fields whose names in schemas tell people little: what they are called instead. */
const fieldNames: Readonly<Record<string, string>> = {
  added_from: 'Added on or after',
  added_to: 'Added on or before',
  collection_id: 'Collection',
  command_id: 'Command',
  comment_id: 'Comment',
  contact_id: 'Contact',
  contact_ids: 'Contacts',
  context: 'Lines around each match',
  cursor: 'Continue from',
  depth: 'Levels',
  doc_id: 'Document',
  doc_ids: 'Documents',
  dry_run: 'Only look',
  edits: 'Replacements',
  emails: 'E-mail addresses',
  extract: 'Text alone',
  folder_id: 'Watched folder',
  from_id: 'From',
  from_ids: 'Contacts to merge',
  glob: 'Pattern for files',
  include_ignored: 'What is ignored too',
  into_id: 'Merge into',
  length: 'How many characters',
  limit: 'At most',
  link_id: 'Link',
  max_chunks: 'Passages at most',
  max_lines: 'Lines at most',
  max_pages: 'Pages at most',
  metadata: 'Details',
  min_similarity: 'How well passages must fit',
  multiline: 'Across lines',
  needs: 'Waits for',
  note_id: 'Note',
  note_ids: 'Notes',
  parent: 'Part of',
  parent_id: 'Part of',
  phones: 'Phone numbers',
  proposal_id: 'Proposal',
  query: 'Search for',
  regex: 'Regular expression',
  shell: 'Shell line',
  start: 'First character',
  start_line: 'First line',
  task_id: 'Task',
  task_ids: 'Tasks',
  time_limit_seconds: 'Time limit (seconds)',
  title_prefix: 'Before the titles',
  to_id: 'To',
  top_k: 'How many passages',
  types: 'Kinds of files',
  url: 'Address',
  urls: 'Web pages',
  wait_seconds: 'Wait (seconds)',
}

/** The English name of a field of the own tools. */
export function fieldNameEn(name: string): string {
  return ownValue(fieldNames, name) ?? spelledOut(name)
}

/** A name from a schema as words: `first_line` is “First line”. */
export function spelledOut(name: string): string {
  return `${name}`.replaceAll('_', ' ').replace(/^./u, (first) => first.toUpperCase())
}
