import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { ORPCError } from '@orpc/client'
import type { Document } from '../../../shared/contract/document'
import type { AppEvent } from '../../../shared/contract/events'
import { counted } from '../../../shared/sentences/english'
import { standingOf } from '../../../shared/standing-of'
import { quoted } from '../../../shared/text/quoted'
import { namesScheme } from '../../../shared/web/web-address'
import { type Client, fromClientError } from '../../rpc/client'
import { parseCommand, usageError } from '../arguments'
import { collectionNamed } from '../collection-named'
import { exitStatus } from '../exit-status'
import { inOneLine, type Output } from '../output'
import type { Command } from './command'

/** Adds files, folders and pages to the library and waits until they are searchable. */
export const add: Command = {
  usage: 'PATH_OR_URL… [--collection NAME] [--no-wait]',
  summary: 'Add files, folders and web pages to the library.',
  async run({ args, open, output, signal }) {
    const { values, positionals } = parseCommand(args, {
      collection: { type: 'string' },
      'no-wait': { type: 'boolean', default: false },
    })
    if (positionals.length === 0 || positionals.includes(''))
      throw usageError('PATH is missing: name a file, a folder or the address of a page.')
    const out = output(values.json)
    const session = await open({ data: values.data })
    try {
      const { client } = session
      const collectionId = await collectionNamed(client, values.collection)
      const { documents, skipped, known, renewed, unrun } = await addAll(
        client,
        positionals,
        collectionId,
        signal,
      )
      for (const { path, reason } of skipped) out.note(`Skipped ${quoted(path)}: ${reason}`)
      for (const { path, reason } of unrun) out.note(`${quoted(path)}: ${reason}`)
      const was = (id: string) => (known.includes(id) ? 'known' : renewed.includes(id) ? 'renewed' : 'new')
      const tell = (document: Document) => report(out, document, was(document.id))
      if (values['no-wait']) for (const document of documents) tell(document)
      const settled = values['no-wait'] ? documents : await untilSettled(client, documents, signal, tell)
      for (const { path, reason } of skipped) out.line({ source: path, status: 'skipped', error: reason })
      const failed = settled.filter((document) => standingOf(document).status === 'error').length
      const here = settled.filter(
        (document) => standingOf(document).status !== 'error' && known.includes(document.id),
      ).length
      const already = here === 0 ? '' : `${here} there already, `
      out.note(
        `${settled.length - failed - here} added, ${already}${failed} failed, ${skipped.length} skipped`,
      )
      return failed > 0 || (settled.length === 0 && skipped.length > 0) ? exitStatus.failed : exitStatus.done
    } finally {
      await session.close()
    }
  },
}

type Added = Pick<
  Awaited<ReturnType<Client['library']['addPages']>>,
  'documents' | 'skipped' | 'known' | 'renewed' | 'unrun'
>

async function addAll(
  client: Client,
  sources: readonly string[],
  collectionId: string | undefined,
  signal: AbortSignal,
): Promise<Added> {
  // An address that is none of the web is told as that, and not looked for among the files.
  const paths = sources.filter((source) => !namesScheme(source)).map((path) => resolve(path))
  const none: Added = { documents: [], skipped: [], known: [], renewed: [], unrun: [] }
  const added: Added =
    paths.length === 0 ? none : { ...none, ...(await client.library.add({ paths, collectionId })) }
  for (const url of sources.filter(namesScheme)) {
    const { documents, skipped, known, renewed, unrun } = await addPage(client, url, collectionId, signal)
    added.documents.push(...documents)
    added.skipped.push(...skipped)
    added.known.push(...known)
    added.renewed.push(...renewed)
    added.unrun.push(...unrun)
  }
  return added
}

/** One page; what keeps it from coming keeps no other from it. */
async function addPage(
  client: Client,
  url: string,
  collectionId: string | undefined,
  signal: AbortSignal,
): Promise<Added> {
  try {
    return await client.library.addPages({ url, collectionId, progress: randomUUID() }, { signal })
  } catch (error) {
    signal.throwIfAborted()
    const { code, message } = fromClientError(error)
    if (code === 'internal') throw error
    return { documents: [], skipped: [{ path: url, reason: message }], known: [], renewed: [], unrun: [] }
  }
}

const whatItWas = { new: '', known: ', there already', renewed: ', new version' } as const

function report(out: Output, document: Document, was: keyof typeof whatItWas): void {
  const { status, error } = standingOf(document)
  out.line({
    document_id: document.id,
    title: document.title,
    source: document.source,
    status,
    pages: document.pages,
    chunks: document.chunks,
    tokens: document.tokens,
    size: document.size,
    error,
    duplicate: was === 'known',
    new_version: was === 'renewed',
  })
  const pages = document.pages === null ? '' : `${counted(document.pages, 'page')}, `
  const counts = `${pages}${counted(document.chunks, 'passage')}`
  out.text(
    error === null
      ? `${document.title}: ${status}, ${counts}${whatItWas[was]}`
      : `${inOneLine(document.source)}: ${error}`,
  )
}

const settledStatuses = new Set<Document['status']>(['complete', 'error', 'cancelled'])

/** Waits for the end of each document; a stream that ends with its holder is opened anew through the next one. */
async function untilSettled(
  client: Client,
  documents: readonly Document[],
  signal: AbortSignal,
  onSettled: (document: Document) => void,
): Promise<Document[]> {
  const open = new Set(documents.map((document) => document.id))
  const settled: Document[] = []
  const settle = (document: Document) => {
    if (!settledStatuses.has(standingOf(document).status) || !open.delete(document.id)) return
    settled.push(document)
    onSettled(document)
  }
  while (open.size > 0) {
    const listening = new AbortController()
    const events = await client.events.watch(undefined, {
      signal: AbortSignal.any([signal, listening.signal]),
    })
    await nextOf(events, signal)
    for (const id of [...open]) settle(await client.library.document({ id }))
    while (open.size > 0) {
      const event = await nextOf(events, signal)
      if (event === null) break
      if (event.type === 'document') settle(event.document)
      // Someone took it back: it is not waited for any more.
      if (event.type === 'document_removed') open.delete(event.id)
    }
    listening.abort()
  }
  return settled
}

/** The next event, or null when the stream ended with its holder. */
async function nextOf(
  events: AsyncIterator<AppEvent, unknown>,
  signal: AbortSignal,
): Promise<AppEvent | null> {
  try {
    const next = await events.next()
    signal.throwIfAborted()
    return next.done === true ? null : next.value
  } catch (error) {
    signal.throwIfAborted()
    // What the core said of the stream is an error; that its connection broke is an end.
    if (error instanceof ORPCError) throw error
    return null
  }
}
