import { posix } from 'node:path'
import type { ExtractionWarning } from '../../../../shared/contract/extraction-warnings'
import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { pageEncoding } from '../declared-encoding'
import { decodeText } from '../decode-text'
import { readPage } from '../html/read-page'
import { titleLine } from '../normalize'
import { readXml } from '../package/xml'
import { withZip, type ZipPackage } from '../package/zip'
import type { Block } from '../structure/block'
import { writeBlocks } from '../structure/write-blocks'
import type { ExtractedDocument, OnExtractProgress } from '../types'
import { warn } from '../warnings'

type Manifest = {
  readonly title: string | null
  readonly language: string | null
  /** Names of the text parts in reading order. */
  readonly chapters: readonly string[]
  /** Chapters that the reading order names and that are not in the file. */
  readonly missing: number
}

/** Algorithms that only make fonts unusable elsewhere; the text is as it is (EPUB 3.3, 4.3). */
const FONT_ONLY = /Algorithm="http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)"/g

/** Reads an e-book (EPUB 2 and 3) in its reading order. */
export async function extractEpub(path: string, onProgress: OnExtractProgress): Promise<ExtractedDocument> {
  return await withZip(path, async (zip) => {
    await refuseProtected(zip)
    const manifest = await readManifest(zip)
    const blocks: Block[] = []
    const guessed = new Set<string>()
    for (const [index, chapter] of manifest.chapters.entries()) {
      const bytes = await zip.read(chapter)
      if (bytes !== null) {
        const decoded = decodeText(bytes, pageEncoding(bytes))
        if (decoded.guessed !== null) guessed.add(decoded.guessed)
        for (const { block } of readPage(decoded.text).blocks) blocks.push(block)
      }
      onProgress({ stage: 'extracting', done: index + 1, total: manifest.chapters.length })
    }
    const { text, headings } = writeBlocks(blocks)
    return {
      title: titleLine(manifest.title) ?? headings[0]?.title ?? null,
      mime: 'application/epub+zip',
      text,
      pages: [],
      headings,
      ...(manifest.language === null ? {} : { language: manifest.language }),
      warnings: [...warnOfMissing(manifest), ...warnOfGuessed([...guessed])],
    }
  })
}

function warnOfMissing({ missing, chapters }: Manifest): ExtractionWarning[] {
  return missing === 0
    ? []
    : [warn('extraction.missing_chapters', { count: missing, total: chapters.length + missing })]
}

function warnOfGuessed(encodings: readonly string[]): ExtractionWarning[] {
  return encodings.length === 0
    ? []
    : [warn('extraction.guessed_encoding', { encoding: encodings.join(', ') })]
}

async function refuseProtected(zip: ZipPackage): Promise<void> {
  const encryption = (await zip.read('META-INF/encryption.xml'))?.toString('utf8') ?? ''
  const all = encryption.match(/<(?:\w+:)?EncryptionMethod\b/g)?.length ?? 0
  if (all > (encryption.match(FONT_ONLY)?.length ?? 0)) {
    throw new AppError('unsupported', say('document.copy_protected'))
  }
}

async function readManifest(zip: ZipPackage): Promise<Manifest> {
  const name = await packageName(zip)
  const bytes = name === null ? null : await zip.read(name)
  if (name === null || bytes === null)
    return { title: null, language: null, chapters: textParts(zip), missing: 0 }
  const items = new Map<string, { path: string; isText: boolean }>()
  const spine: string[] = []
  const named: { title: string | null; language: string | null } = { title: null, language: null }
  let inside: 'title' | 'language' | null = null
  readXml(bytes, {
    open(tag, attributes) {
      if (tag === 'title' || tag === 'language') inside = named[tag] === null ? tag : null
      else if (tag === 'item' && attributes.id !== undefined && attributes.href !== undefined) {
        items.set(attributes.id, {
          path: posix.normalize(posix.join(posix.dirname(name), decodeAddress(attributes.href))),
          isText: /html|xml$/.test(attributes['media-type'] ?? '') && attributes.properties !== 'nav',
        })
      } else if (tag === 'itemref' && attributes.idref !== undefined) spine.push(attributes.idref)
    },
    text(text) {
      if (inside !== null) named[inside] = (named[inside] ?? '') + text
    },
    close() {
      inside = null
    },
  })
  const ordered = [...new Set(spine.flatMap((id) => items.get(id)?.path ?? []))]
  const inOrder = ordered.filter((path) => zip.has(path))
  const all = [...items.values()].filter(({ isText }) => isText).map(({ path }) => path)
  // A book without a reading order is read in the order of its list, and one without a list in that of its names.
  const chapters =
    [inOrder, all.filter((path) => zip.has(path)), textParts(zip)].find((list) => list.length > 0) ?? []
  return {
    ...named,
    language: named.language?.trim() || null,
    chapters: [...new Set(chapters)],
    missing: ordered.length - inOrder.length,
  }
}

async function packageName(zip: ZipPackage): Promise<string | null> {
  const container = await zip.read('META-INF/container.xml')
  let name: string | null = null
  if (container !== null) {
    readXml(container, {
      open(tag, attributes) {
        if (tag === 'rootfile') name ??= attributes['full-path'] ?? null
      },
    })
  }
  return name ?? zip.names.find((each) => each.endsWith('.opf')) ?? null
}

function textParts(zip: ZipPackage): string[] {
  return zip.names.filter((name) => /\.x?html?$/i.test(name)).sort()
}

function decodeAddress(address: string): string {
  const path = address.split('#')[0] ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    // A stray % is a part of the name.
    return path
  }
}
