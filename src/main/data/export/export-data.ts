import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ContactLink } from '../../../shared/contract/contacts'
import type { WrittenExport } from '../../../shared/contract/data'
import type { Document } from '../../../shared/contract/document'
import type { Grant } from '../../../shared/contract/files'
import type { Collection, WatchedFolder } from '../../../shared/contract/library'
import type { RetentionLimits } from '../../../shared/contract/retention'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { BlobStore } from '../../changes/blobs'
import type { ContactService } from '../../contacts/service'
import { writeCards } from '../../contacts/vcard'
import { safeName } from '../../files/safe-name'
import type { HttpTools } from '../../http-tools/service'
import { originalName } from '../../library/sources/original-name'
import { uploadFolder } from '../../library/sources/shown-path'
import type { McpServers } from '../../mcp/client/service'
import type { NotesService } from '../../notes/service'
import type { SequenceService } from '../../sequences/service'
import type { Assistants } from '../../services/assistants'
import type { Conversations } from '../../services/conversations'
import type { Gate } from '../../services/gate'
import type { Library } from '../../services/library'
import type { Missions } from '../../services/missions'
import type { SettingsService } from '../../services/settings'
import type { TaskService } from '../../tasks/service'
import type { DataWork } from '../worker-client'
import { exportNotes } from './export-notes'
import { type ExportFolder, type ExportTally, intoEmptyFolder } from './folder-writer'
import { type ReadmeTexts, readmeTexts } from './readme'

/** What is exported, and from where. */
interface ExportParts {
  readonly conversations: Pick<Conversations, 'list' | 'export' | 'folders'>
  readonly library: Pick<Library, 'collections' | 'documents'>
  readonly notes: Pick<NotesService, 'every'>
  readonly blobs: Pick<BlobStore, 'path'>
  /** The folder of uploads. */
  readonly uploads: string
  readonly contacts: Pick<ContactService, 'all'>
  readonly gate: Pick<Gate, 'changes' | 'verifyAudit'>
  readonly assistants: Pick<Assistants, 'list' | 'exportFile'>
  readonly missions: Pick<Missions, 'list' | 'iterations'>
  readonly sequences: Pick<SequenceService, 'list' | 'exportFile'>
  readonly tasks: Pick<TaskService, 'all' | 'assistantName'>
  readonly httpTools: Pick<HttpTools, 'list'>
  readonly mcpServers: Pick<McpServers, 'list'>
  readonly settings: Pick<SettingsService, 'get'>
  readonly limits: () => RetentionLimits
  readonly grants: () => readonly Grant[]
  readonly watchedFolders: () => readonly WatchedFolder[]
  readonly application: string
  readonly language: () => 'en' | 'de'
  readonly now: () => Date
}

/** Writes the person's data in open formats into a folder that is new or empty. */
export type ExportData = (path: string, work: DataWork) => Promise<WrittenExport>

/** Documents that are asked for at once. */
const documentsAtOnce = 200
/** Times that a mission ran, the newest: as many as are kept. */
const loggedIterations = 200
/** Entries of the ledger that are asked for at once: each has its whole difference. */
const changesAtOnce = 50

/** Makes the way to write everything as open formats into an empty folder, which stays empty where that fails. */
export function createExport(parts: ExportParts): ExportData {
  return (path, { signal, progress = () => undefined }) => {
    const stopIfAsked = (): void => {
      if (signal?.aborted) throw new AppError('cancelled', say('error.stopped'))
    }
    return intoEmptyFolder(path, stopIfAsked, async (root, tally) => {
      const texts = readmeTexts(parts.language())
      const total =
        parts.conversations.list().length + parts.library.documents({ status: 'all', limit: 1 }).total
      let done = 0
      const tell = (): void => progress('writing', ++done, Math.max(total, done))
      const conversations = await exportConversations(parts, await root.folder('conversations'), texts, tell)
      const { documents, missing } = await exportLibrary(parts, await root.folder('library'), texts, tell)
      const notes = await exportNotes(parts.notes, await root.folder('notes'), texts)
      const contacts = await exportContacts(parts, root)
      const tasks = await exportTasks(parts, root)
      const changes = await exportActivity(parts, await root.folder('activity'))
      const assistants = await exportEach(parts.assistants, await root.folder('assistants'))
      const sequences = await exportEach(parts.sequences, await root.folder('sequences'))
      const missions = await exportMissions(parts, root)
      await root.write('settings.json', settingsOf(parts))
      // Last: where it is, the export is whole.
      await root.write('README.txt', texts.readme({ at: parts.now(), application: parts.application }))
      return {
        path,
        conversations,
        documents,
        notes,
        contacts,
        tasks,
        changes,
        assistants,
        sequences,
        missions,
        missing,
        ...sizeOf(tally),
      }
    })
  }
}

function sizeOf({ files, bytes }: ExportTally) {
  return { files, bytes }
}

async function exportConversations(
  { conversations }: ExportParts,
  root: ExportFolder,
  texts: ReadmeTexts,
  tell: () => void,
): Promise<number> {
  const names = new Map(conversations.folders().map(({ id, name }) => [id, name]))
  const folders = new Map<string, Promise<ExportFolder>>()
  const list = conversations.list()
  for (const { id, title, folderId } of list) {
    const into =
      folderId === null ? root : await folderOf(folders, root, folderId, names.get(folderId), texts)
    const stem = safeName(title) || texts.conversation
    for (const format of ['markdown', 'json'] as const) {
      const { content } = await conversations.export(id, format)
      await into.write(`${stem}.${format === 'json' ? 'json' : 'md'}`, content)
      await nextTurn()
    }
    tell()
  }
  return list.length
}

function folderOf(
  folders: Map<string, Promise<ExportFolder>>,
  root: ExportFolder,
  id: string,
  name: string | undefined,
  texts: ReadmeTexts,
): Promise<ExportFolder> {
  const known = folders.get(id) ?? root.folder(safeName(name ?? '') || texts.folder)
  folders.set(id, known)
  return known
}

async function exportLibrary(
  parts: ExportParts,
  root: ExportFolder,
  texts: ReadmeTexts,
  tell: () => void,
): Promise<{ documents: number; missing: number }> {
  const { library } = parts
  const collections = new Map(library.collections().map((collection) => [collection.id, collection]))
  const folders = new Map<string, Promise<ExportFolder>>()
  const count = { documents: 0, missing: 0 }
  const lines = async function* (): AsyncGenerator<string> {
    for await (const document of documentsOf(library)) {
      const collection = collections.get(document.collectionId)
      const into = await folderOf(folders, root, document.collectionId, collection?.name, texts)
      const file = await copyFirst(into, originalName(document, texts.document), originalsOf(document, parts))
      if (file === null) count.missing++
      count.documents++
      yield JSON.stringify(recordOf(document, collection, file))
      tell()
    }
  }
  await root.writeLines('documents.jsonl', lines())
  const described = [...collections.values()].map(({ id, name, description }) => ({ id, name, description }))
  await root.write('collections.json', `${JSON.stringify(described, null, 2)}\n`)
  return count
}

/**
 * Where a document's original may lie: in the library, and until that has read it, among what was uploaded, where nobody
 * else writes. One that comes from a folder waits to be read: what that folder is by now, the library asks when it reads.
 */
function originalsOf({ sha256, source, status }: Document, { blobs, uploads }: ExportParts): string[] {
  // What its hash is may be known before its copy is made.
  const stored = sha256 === null ? [] : [blobs.path(sha256)]
  return status !== 'complete' && uploadFolder(uploads, source) !== null ? [...stored, source] : stored
}

/** Copies in the first of these files that is there; null where none is. */
async function copyFirst(into: ExportFolder, name: string, from: readonly string[]): Promise<string | null> {
  for (const path of from) {
    const copied = await into.copy(name, path)
    if (copied !== null) return copied
  }
  return null
}

async function* documentsOf(library: ExportParts['library']): AsyncGenerator<Document> {
  let cursor: string | undefined
  do {
    const page = library.documents({
      status: 'all',
      limit: documentsAtOnce,
      ...(cursor === undefined ? {} : { cursor }),
    })
    yield* page.documents
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined)
}

function recordOf(document: Document, collection: Collection | undefined, file: string | null) {
  const { id, title, mime, source, sha256, size, status, pages, tags, metadata, addedAt, updatedAt } =
    document
  return {
    ...{ id, title, collection: collection?.name ?? null, file, mime, source, sha256, size, status, pages },
    ...{ tags, metadata, added_at: isoOf(addedAt), updated_at: isoOf(updatedAt) },
  }
}

/** All of it, by ids and names, from which it is imported again; and what address books read. */
async function exportContacts({ contacts }: ExportParts, root: ExportFolder): Promise<number> {
  const { contacts: all, links } = contacts.all()
  const names = new Map(all.map(({ id, name }) => [id, name]))
  const named = (id: string) => {
    const name = names.get(id)
    return name === undefined ? null : { id, name }
  }
  const linked = new Map<string, ContactLink[]>()
  for (const link of links) {
    if (!names.has(link.from) || !names.has(link.to)) continue
    for (const id of new Set([link.from, link.to])) {
      const others = linked.get(id)
      if (others === undefined) linked.set(id, [link])
      else others.push(link)
    }
  }
  const records = all.map(({ outside, organization, madeBy, changedBy, createdAt, updatedAt, ...rest }) => ({
    ...rest,
    organization: organization === null ? null : named(organization),
    ...{ added_by: madeBy.name, changed_by: changedBy.name },
    ...{ added_at: isoOf(createdAt), updated_at: isoOf(updatedAt), read_from_outside: outside },
    links: (linked.get(rest.id) ?? []).map(({ id, from, to, relation, outside, createdAt }) => ({
      ...{ id, from: named(from), relation, to: named(to) },
      ...{ added_at: isoOf(createdAt), read_from_outside: outside },
    })),
  }))
  await root.write('contacts.json', `${JSON.stringify(records, null, 2)}\n`)
  const cards = all.map((contact) => ({
    contact,
    organization: contact.organization === null ? null : (names.get(contact.organization) ?? null),
  }))
  await root.write('contacts.vcf', writeCards(cards))
  return all.length
}

/** Other tasks by their ids and titles: several may have the same. */
async function exportTasks({ tasks }: ExportParts, root: ExportFolder): Promise<number> {
  const { tasks: all, comments } = tasks.all()
  const titles = new Map(all.map(({ id, title }) => [id, title]))
  const named = (id: string) => {
    const title = titles.get(id)
    return title === undefined ? [] : [{ id, title }]
  }
  const said = Map.groupBy(comments, ({ task }) => task)
  const records = all.map(
    ({ id, title, notes, status, priority, due, parent, needs, assistant, tags, ...rest }) => ({
      ...{ id, title, notes, status, priority, due, tags },
      parent: parent === null ? null : (named(parent)[0] ?? null),
      needs: needs.flatMap(named),
      assistant: assistantOf(tasks, assistant),
      ...{ added_by: rest.madeBy.name, changed_by: rest.changedBy.name },
      ...{ added_at: isoOf(rest.createdAt), updated_at: isoOf(rest.updatedAt) },
      read_from_outside: rest.outside,
      comments: (said.get(id) ?? []).map(({ id: comment, text, madeBy, createdAt, outside }) => ({
        ...{ id: comment, text, by: madeBy.name, at: isoOf(createdAt), read_from_outside: outside },
      })),
    }),
  )
  await root.write('tasks.json', `${JSON.stringify(records, null, 2)}\n`)
  return all.length
}

function assistantOf(tasks: ExportParts['tasks'], id: string | null) {
  const name = id === null ? null : tasks.assistantName(id)
  return id === null || name === null ? null : { id, name }
}

async function exportActivity({ gate }: ExportParts, root: ExportFolder): Promise<number> {
  let changes = 0
  const lines = async function* (): AsyncGenerator<string> {
    let before: number | undefined
    for (;;) {
      const page = gate.changes({ limit: changesAtOnce, ...(before === undefined ? {} : { before }) })
      for (const change of page) yield JSON.stringify(change)
      changes += page.length
      before = page.at(-1)?.number
      if (page.length < changesAtOnce) return
      await nextTurn()
    }
  }
  await root.writeLines('changes.jsonl', lines())
  await root.write('audit.json', `${JSON.stringify(await gate.verifyAudit(), null, 2)}\n`)
  return changes
}

interface ExportedFile {
  readonly name: string
  readonly text: string
}

/** What has a file of its own form that is imported again, but for what lies in the trash. */
async function exportEach(
  kept: {
    list(): readonly { readonly id: string; readonly trashedAt: number | null }[]
    exportFile(id: string): ExportedFile | Promise<ExportedFile>
  },
  root: ExportFolder,
): Promise<number> {
  const present = kept.list().filter(({ trashedAt }) => trashedAt === null)
  for (const { id } of present) {
    const { name, text } = await kept.exportFile(id)
    await root.write(safeName(name) || 'unnamed.json', text)
  }
  return present.length
}

/** With their log; what was said and proposed is in the conversations and in the activity. */
async function exportMissions({ missions, assistants }: ExportParts, root: ExportFolder): Promise<number> {
  const names = new Map(assistants.list().map(({ id, name }) => [id, name]))
  const records = missions
    .list()
    .filter(({ trashedAt }) => trashedAt === null)
    .map(({ id, name, prompt, assistantId, schedule, switchedOn, late, limitMinutes, tells, ...rest }) => ({
      ...{ id, name, prompt, assistant: names.get(assistantId) ?? null, schedule, on: switchedOn, late },
      ...{ limit_minutes: limitMinutes, tells },
      ...{ added_at: isoOf(rest.createdAt), updated_at: isoOf(rest.updatedAt) },
      log: missions.iterations({ id, limit: loggedIterations }).iterations.map((iteration) => ({
        number: iteration.sequence,
        why: iteration.why,
        started_at: isoOf(iteration.startedAt),
        ended_at: iteration.endedAt === null ? null : isoOf(iteration.endedAt),
        ended: iteration.ended,
        conversation_id: iteration.conversationId,
      })),
    }))
  await root.write('missions.json', `${JSON.stringify(records, null, 2)}\n`)
  return records.length
}

/** Keys are elsewhere and stay there. */
function settingsOf({
  settings,
  limits,
  grants,
  watchedFolders,
  mcpServers,
  httpTools,
}: ExportParts): string {
  const value = {
    settings: settings.get(),
    kept_for_undo: limits(),
    granted_folders: grants().map(({ path, access }) => ({ path, access })),
    mcp_servers: mcpServers.list().map(({ name, connection, callSeconds, enabled }) => ({
      name,
      connection,
      call_seconds: callSeconds,
      on: enabled,
    })),
    http_tools: httpTools
      .list()
      .map(({ id: _, revision: _r, enabled, ...tool }) => ({ ...tool, on: enabled })),
    watched_folders: watchedFolders().map(({ path, collectionId }) => ({
      path,
      collection_id: collectionId,
    })),
  }
  return `${JSON.stringify(value, null, 2)}\n`
}

function isoOf(at: number): string {
  return new Date(at).toISOString()
}
