import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { AppError, assertNever } from '../../../shared/errors'
import { parsedJson } from '../../../shared/json/parsed-json'
import { say } from '../../../shared/sentences/say'
import { startOf } from '../../../shared/text/start-of'
import { privateFile } from '../../disk/owner-only'
import { decodeText } from '../../library/extractors/decode-text'
import type { StageProgress } from '../progress'
import { isChatGpt, readChatGpt } from './chatgpt'
import { isClaude, readClaude } from './claude'
import { type FoundImport, type FoundItem, type Imported, type ImportSource, importLimits } from './imported'
import { jsonElements } from './json-elements'
import { createLeftOut, type LeftOutTally } from './left-out'
import { noteMark, readNote } from './markdown-note'
import type { ReadConversation } from './message-tree'
import { isOwnConversation, readOwnConversation } from './own-conversation'
import { leaveOutOthers, ownRecords, topOfOwnExport } from './own-export'
import { contactMark, taskMark } from './own-records'
import { titleOf } from './plain'
import { ifAllowed, openSource, type SourceFiles } from './source-files'

/** Conversations as ChatGPT and Claude export them; large exports of ChatGPT are in several files. */
const conversationFiles = /(?:^|\/)conversations(?:-\d+)?\.json$/u
const markdownFiles = /\.(?:md|markdown)$/iu
/** What is beside conversations in the exports of other programs and has no place here. */
const projectFiles = /(?:^|\/)(?:projects|memories)(?:\/[^/]+)?\.json$/u

/** How reading is watched and stopped. */
export interface ReadControl {
  readonly progress: StageProgress
  readonly stopIfAsked: () => void
}

/**
 * Reads what another program, or ours, exported to a canonical path, one thing after the other. Where `into` is given,
 * each is written there as a line of JSON, which {@link ../import/imported.importedSchema} describes. Throws
 * `unsupported` where nothing of it is known.
 */
export async function readImport(
  { path, into }: { readonly path: string; readonly into: string | null },
  control: ReadControl,
): Promise<FoundImport> {
  const files = await openSource(path)
  try {
    const output = into === null ? null : await open(into, 'wx', privateFile)
    try {
      const leftOut = createLeftOut()
      for (const folder of files.unlisted) leftOut.add('unlisted', folder)
      const items: FoundItem[] = []
      const seen = new Set<string>()
      const reading = readingOf(files, leftOut)
      let source: ImportSource | null = null
      for await (const { value, of } of reading(control)) {
        control.stopIfAsked()
        source ??= of
        const text = JSON.stringify(value)
        const digest = createHash('sha256').update(text).digest('hex')
        const mark = `${value.key} ${digest}`
        if (seen.has(mark)) continue
        seen.add(mark)
        if (items.length >= importLimits.items) {
          leftOut.add('too_many', value.title)
          continue
        }
        items.push({ ...itemOf(value, digest), source: of })
        await output?.write(`{"digest":"${digest}","value":${text}}\n`)
      }
      source ??= sourceOfNothing(files.names, leftOut)
      return { source, items, leftOut: leftOut.all() }
    } finally {
      await output?.close()
    }
  } finally {
    files.close()
  }
}

interface Read {
  readonly value: Imported['value']
  readonly of: ImportSource
}

type Reading = (control: ReadControl) => AsyncGenerator<Read>

/** How the files are read, by their names; what is in them decides whether they are what they are called. */
function readingOf(files: SourceFiles, leftOut: LeftOutTally): Reading {
  const { names } = files
  const known = names.filter((name) => conversationFiles.test(name))
  const only = names.length === 1 && /\.json$/iu.test(names[0] ?? '') ? names : []
  const top = topOfOwnExport(names)
  return async function* (control) {
    if (top !== null) {
      await leaveOutOthers(files, top, leftOut)
      for await (const value of ownRecords(files, top, leftOut, control.stopIfAsked)) {
        yield { value, of: 'countersign' }
      }
      const json = names.filter((name) => /(?:^|\/)conversations\/.*\.json$/u.test(name))
      const notes = names.filter((name) => /(?:^|\/)notes\/[^/]*\.md$/u.test(name))
      yield* conversationsOf(files, json, leftOut, control)
      yield* notesOf(files, notes, leftOut, 'countersign', control)
    } else if (known.length > 0 || only.length > 0) {
      for (const name of names) {
        if (projectFiles.test(name)) leftOut.add('projects', name)
        else if (markdownFiles.test(name)) leftOut.add('notes_beside', name)
      }
      yield* conversationsOf(files, known.length > 0 ? known : only, leftOut, control)
    } else {
      const notes = names.filter((name) => markdownFiles.test(name))
      if (notes.length > 0) {
        for (const name of names) if (!markdownFiles.test(name)) leftOut.add('other_files', name)
      }
      yield* notesOf(files, notes, leftOut, 'notes', control)
    }
  }
}

async function* conversationsOf(
  files: SourceFiles,
  names: readonly string[],
  leftOut: LeftOutTally,
  { progress, stopIfAsked }: ReadControl,
): AsyncGenerator<Read> {
  let done = 0
  for (const [place, name] of names.entries()) {
    progress('checking', place, names.length)
    for await (const element of jsonElements(files.stream(name), importLimits.elementBytes)) {
      stopIfAsked()
      done++
      if ('cut' in element) leftOut.add('cut', name)
      else if (element.bytes === null) leftOut.add('too_long', `${name}, ${done}`)
      else {
        const read = readElement(element.bytes, `${name}, ${done}`, leftOut)
        if (read !== null) yield read
      }
    }
  }
}

const readers = [
  { of: 'chatgpt', is: isChatGpt, read: readChatGpt },
  { of: 'claude', is: isClaude, read: readClaude },
  { of: 'countersign', is: isOwnConversation, read: readOwnConversation },
] as const

function readElement(bytes: Buffer, place: string, leftOut: LeftOutTally): Read | null {
  // A damaged conversation keeps none of the others away; it is counted.
  const value = parsedJson(bytes.toString('utf8'))
  const reader = readers.find(({ is }) => is(value))
  if (reader === undefined) {
    leftOut.add('damaged', place)
    return null
  }
  const read: ReadConversation = reader.read(value, leftOut)
  if ('refused' in read) {
    leftOut.add(read.refused, place)
    return null
  }
  const { conversation, notes } = read
  const title = conversation.title || startOf(titleOf(conversation.messages[0]?.text), shortTitle)
  for (const reason of notes) leftOut.add(reason, title)
  return { value: { ...conversation, title: title === '' ? '?' : title }, of: reader.of }
}

/** Characters of a title that is made of how a conversation begins. */
const shortTitle = 60

async function* notesOf(
  files: SourceFiles,
  names: readonly string[],
  leftOut: LeftOutTally,
  of: 'notes' | 'countersign',
  { progress, stopIfAsked }: ReadControl,
): AsyncGenerator<Read> {
  for (const [place, name] of names.entries()) {
    stopIfAsked()
    progress('checking', place, names.length)
    const file = await ifAllowed(bytesAndTime(files, name))
    if (file === null) {
      leftOut.add('unreadable', name)
      continue
    }
    const { bytes, at } = file
    const text = bytes === null ? null : decoded(bytes)
    if (bytes === null) leftOut.add('too_long', name)
    else if (text === null) leftOut.add('not_text', name)
    else {
      const read = readNote({ name, text, at })
      if ('refused' in read) leftOut.add(read.refused, name)
      else yield { value: read.note, of }
    }
  }
}

async function bytesAndTime(files: SourceFiles, name: string) {
  return { bytes: await readWithinLimit(files.stream(name)), at: await files.changedAt(name) }
}

async function readWithinLimit(stream: AsyncIterable<Buffer>): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    if (size > importLimits.noteBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function decoded(bytes: Buffer): string | null {
  try {
    return decodeText(bytes).text
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported') return null
    throw error
  }
}

function itemOf(value: Imported['value'], digest: string): Omit<FoundItem, 'source'> {
  const { kind, key, title, createdAt, updatedAt } = value
  const item = { kind, key, title, digest, createdAt, updatedAt, mark: '', place: null }
  switch (value.kind) {
    case 'conversation':
      return { ...item, size: value.messages.length }
    case 'note':
      return { ...item, size: value.content.length, mark: noteMark(value) }
    case 'contact':
      return { ...item, size: value.attached.length, mark: contactMark(value.data) }
    case 'task': {
      const { parent, needs, assistant } = value.data
      const place = { title, parent, needs, assistant, assistantName: value.assistantName }
      return { ...item, size: value.attached.length, mark: taskMark(value.data), place }
    }
    default:
      return assertNever(value)
  }
}

/** What it is that nothing of can come: our own export that has only what is left out. Throws for all else. */
function sourceOfNothing(names: readonly string[], leftOut: LeftOutTally): ImportSource {
  const found = leftOut.all()
  const unreadable = found.find(({ reason }) => reason === 'unreadable' || reason === 'unlisted')
  if (unreadable !== undefined) {
    throw new AppError('denied', say('import.none_readable', { name: unreadable.names[0] ?? '' }))
  }
  const said = found.some(({ reason }) => reason === 'damaged' || reason === 'cut' || reason === 'empty')
  if (said) throw new AppError('unsupported', say('import.nothing_usable'))
  if (found.some(({ reason }) => reason === 'too_long')) {
    throw new AppError('unsupported', say('import.all_too_long'))
  }
  if (topOfOwnExport(names) !== null) return 'countersign'
  throw new AppError('unsupported', say('import.unknown'))
}
