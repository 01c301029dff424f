import type { ToolInfo } from '../../../src/shared/contract/tools'

/** What a path must lead to for the call to make sense. */
export type Need = 'file' | 'folder' | 'free'

/** One place of a tool's input where a path goes in. */
export interface PathArgument {
  readonly tool: string
  /** The field, as {@link textFieldsOf} names it. */
  readonly field: string
  readonly need: Need
  /** What the tool does with the last part of the path when that is a symbolic link. */
  readonly link: 'followed' | 'itself'
  /** Whether it only looks. */
  readonly reads?: true
  /** Whether the person is asked for what it may not read. */
  readonly asks?: true
  /** An input with this path; `other` makes a harmless path of the same granted folder that is free. */
  readonly input: (path: string, other: (name: string) => string) => unknown
}

const content = 'written by the attack\n'

/** Every place where a path goes into a tool, batch forms with the path in their second item. */
export const pathArguments: readonly PathArgument[] = [
  {
    tool: 'list_directory',
    field: 'path',
    need: 'folder',
    link: 'followed',
    reads: true,
    asks: true,
    input: (path) => ({ path, depth: 3 }),
  },
  {
    tool: 'find_files',
    field: 'path',
    need: 'folder',
    link: 'followed',
    reads: true,
    asks: true,
    input: (path) => ({ path, pattern: '*', include_ignored: true }),
  },
  {
    tool: 'search_file_contents',
    field: 'path',
    need: 'folder',
    link: 'followed',
    reads: true,
    asks: true,
    input: (path) => ({ path, query: 'MARKER', include_ignored: true }),
  },
  {
    tool: 'read_file',
    field: 'path',
    need: 'file',
    link: 'followed',
    reads: true,
    asks: true,
    input: (path) => ({ path }),
  },
  {
    tool: 'get_file_info',
    field: 'path',
    need: 'file',
    link: 'itself',
    reads: true,
    asks: true,
    input: (path) => ({ path }),
  },
  {
    tool: 'create_file',
    field: 'path',
    need: 'free',
    link: 'followed',
    input: (path) => ({ path, content }),
  },
  { tool: 'create_directory', field: 'path', need: 'free', link: 'followed', input: (path) => ({ path }) },
  {
    tool: 'edit_file',
    field: 'path',
    need: 'file',
    link: 'followed',
    input: (path) => ({ path, edits: [{ old_text: 'MARKER', new_text: 'gone' }] }),
  },
  {
    tool: 'overwrite_file',
    field: 'path',
    need: 'file',
    link: 'followed',
    input: (path) => ({ path, content }),
  },
  {
    tool: 'append_to_file',
    field: 'path',
    need: 'file',
    link: 'followed',
    input: (path) => ({ path, content }),
  },
  {
    tool: 'move_files',
    field: 'items[].from',
    need: 'file',
    link: 'itself',
    input: (path, other) => ({
      items: [
        { from: other('harmless.txt'), to: other('moved.txt') },
        { from: path, to: other('taken.txt') },
      ],
    }),
  },
  {
    tool: 'move_files',
    field: 'items[].to',
    need: 'free',
    link: 'itself',
    input: (path, other) => ({ items: [{ from: other('harmless.txt'), to: path }] }),
  },
  {
    tool: 'copy_files',
    field: 'items[].from',
    need: 'file',
    link: 'itself',
    input: (path, other) => ({
      items: [
        { from: other('harmless.txt'), to: other('copy.txt') },
        { from: path, to: other('taken.txt') },
      ],
    }),
  },
  {
    tool: 'copy_files',
    field: 'items[].to',
    need: 'free',
    link: 'itself',
    input: (path, other) => ({ items: [{ from: other('harmless.txt'), to: path }] }),
  },
  {
    tool: 'trash_files',
    field: 'paths[]',
    need: 'file',
    link: 'itself',
    input: (path, other) => ({ paths: [other('harmless.txt'), path] }),
  },
  {
    tool: 'restore_files',
    field: 'items[]',
    need: 'free',
    link: 'itself',
    input: (path) => ({ items: [path] }),
  },
  { tool: 'add_document', field: 'source', need: 'file', link: 'followed', input: (source) => ({ source }) },
  {
    tool: 'import_contacts',
    field: 'paths[]',
    need: 'file',
    link: 'followed',
    input: (path) => ({ paths: [path] }),
  },
  { tool: 'import_data', field: 'path', need: 'file', link: 'followed', input: (path) => ({ path }) },
  {
    tool: 'run_command',
    field: 'folder',
    need: 'folder',
    link: 'followed',
    input: (folder) => ({ command: ['true'], folder }),
  },
]

/** Fields that hold text, ids or patterns: nothing in them is opened as a path. */
export const otherTextFields: readonly string[] = [
  'find_files pattern',
  'search_file_contents query',
  'search_file_contents glob',
  'search_file_contents types[]',
  'create_file content',
  'edit_file edits[].old_text',
  'edit_file edits[].new_text',
  'overwrite_file content',
  'append_to_file content',
  // Not held to the granted folders: a person is asked for each run, and the sandbox holds it.
  'run_command command[]',
  'get_command_output command_id',
  'stop_command command_id',
  'search_library query',
  'search_library collection_id',
  'search_library tags[]',
  'search_library types[]',
  'search_library added_from',
  'search_library added_to',
  'search_library doc_id',
  'add_document collection_id',
  'add_document title',
  'add_document metadata{}',
  'fetch_web_content url',
  'fetch_web_content collection_id',
  'fetch_web_content title_prefix',
  'create_collection name',
  'create_collection description',
  'update_collection collection_id',
  'update_collection name',
  'update_collection description',
  'delete_collection collection_id',
  'list_documents collection_id',
  'list_documents cursor',
  'get_document_status doc_id',
  'restart_ingest doc_id',
  'restart_ingests doc_ids[]',
  'delete_document doc_id',
  'delete_documents doc_ids[]',
  'update_documents doc_ids[]',
  'update_documents collection_id',
  'update_documents add_tags[]',
  'update_documents remove_tags[]',
  // Which folder it is, the person said before, by its own dialog or command.
  'update_watched_folder folder_id',
  'read_document doc_id',
  'update_document doc_id',
  'update_document title',
  'update_document tags[]',
  'update_document metadata{}',
  'update_document collection_id',
  'summarize_document doc_id',
  'list_notes tag',
  'list_notes cursor',
  'search_notes query',
  'search_notes tag',
  'read_note note_id',
  'create_note title',
  'create_note content',
  'create_note tags[]',
  'update_note note_id',
  'update_note title',
  'update_note content',
  'update_note tags[]',
  'edit_note note_id',
  'edit_note edits[].old_text',
  'edit_note edits[].new_text',
  'append_to_note note_id',
  'append_to_note text',
  'delete_notes note_ids[]',
  'create_contact addresses[].label',
  'create_contact addresses[].value',
  'create_contact emails[].label',
  'create_contact emails[].value',
  'create_contact name',
  'create_contact notes',
  'create_contact organization',
  'create_contact phones[].label',
  'create_contact phones[].value',
  'create_contact role',
  'create_contact tags[]',
  'create_contact urls[].label',
  'create_contact urls[].value',
  'delete_contacts contact_ids[]',
  'link_contacts from_id',
  'link_contacts relation',
  'link_contacts to_id',
  'list_contacts cursor',
  'list_contacts tag',
  'merge_contacts fields.addresses[].label',
  'merge_contacts fields.addresses[].value',
  'merge_contacts fields.emails[].label',
  'merge_contacts fields.emails[].value',
  'merge_contacts fields.name',
  'merge_contacts fields.notes',
  'merge_contacts fields.organization',
  'merge_contacts fields.phones[].label',
  'merge_contacts fields.phones[].value',
  'merge_contacts fields.role',
  'merge_contacts fields.tags[]',
  'merge_contacts fields.urls[].label',
  'merge_contacts fields.urls[].value',
  'merge_contacts from_ids[]',
  'merge_contacts into_id',
  'read_contact contact_id',
  'search_contacts query',
  'unlink_contacts link_id',
  'update_contact addresses[].label',
  'update_contact addresses[].value',
  'update_contact contact_id',
  'update_contact emails[].label',
  'update_contact emails[].value',
  'update_contact name',
  'update_contact notes',
  'update_contact organization',
  'update_contact phones[].label',
  'update_contact phones[].value',
  'update_contact role',
  'update_contact tags[]',
  'update_contact urls[].label',
  'update_contact urls[].value',
  'create_task title',
  'create_task notes',
  'create_task due',
  'create_task parent',
  'create_task needs[]',
  'create_task assistant',
  'create_task tags[]',
  'create_tasks tasks[].title',
  'create_tasks tasks[].notes',
  'create_tasks tasks[].due',
  'create_tasks tasks[].parent',
  'create_tasks tasks[].needs[]',
  'create_tasks tasks[].assistant',
  'create_tasks tasks[].tags[]',
  'create_tasks tasks[].key',
  'list_tasks tag',
  'list_tasks assistant',
  'list_tasks parent_id',
  'list_tasks cursor',
  'search_tasks query',
  'read_task task_id',
  'update_task task_id',
  'update_task title',
  'update_task notes',
  'update_task due',
  'update_task parent',
  'update_task needs[]',
  'update_task assistant',
  'update_task tags[]',
  'comment_on_task task_id',
  'comment_on_task text',
  'delete_task_comment comment_id',
  'delete_tasks task_ids[]',
  'get_proposal proposal_id',
  'get_current_time time_zone',
  'calculate expression',
  'transform_text text',
]

/** Every field of a tool's input that takes free text, as `tool field`. */
export function textFieldsOf({ name, inputSchema }: Pick<ToolInfo, 'name' | 'inputSchema'>): string[] {
  return fieldsIn(inputSchema, '').map((field) => `${name} ${field}`)
}

function fieldsIn(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, items, properties, additionalProperties, anyOf, oneOf, ...rest } = schema as Record<
    string,
    unknown
  >
  if (type === 'string') return 'enum' in rest || 'const' in rest ? [] : [place]
  const fields = Object.entries((properties ?? {}) as Record<string, unknown>)
  return [
    ...fieldsIn(items, `${place}[]`),
    ...fields.flatMap(([name, field]) => fieldsIn(field, place === '' ? name : `${place}.${name}`)),
    ...fieldsIn(additionalProperties, `${place}{}`),
    ...[anyOf, oneOf]
      .flatMap((choices) => (choices as unknown[] | undefined) ?? [])
      .flatMap((choice) => fieldsIn(choice, place)),
  ]
}
