import { z } from 'zod'
import { documentStatusSchema } from '../../../shared/contract/document'
import { crawledPagesLimit } from '../../../shared/contract/library'
import { saidSchema } from '../../../shared/sentences/sentence'
import { defineWriteTool } from '../../../shared/tool/define'
import { addressLimit } from '../../../shared/web/web-address'
import { collectionId, documentFields, documentsInverse, documentVersion } from './schemas'

/** For a page that shows little as it was sent: whether its scripts were run, and one sentence why it shows little still. */
const pageScripts = z.object({
  run: z.boolean(),
  reason: z.string().optional(),
  said: saidSchema.optional(),
})

/** A page that was fetched and is kept. */
const gatheredPage = z.object({
  url: z.string(),
  sha256: z.string(),
  size: z.number(),
  title: z.string(),
  scripts: pageScripts.optional(),
})
/** A page that was not. */
const failedPage = z.object({ url: z.string(), error: z.string(), said: saidSchema.optional() })

/** Everything that fetching pages needs; what they hold is not known before it is approved. */
export const pagesPlan = z.object({
  /** Whole, as it will be asked. */
  url: z.string(),
  host: z.string(),
  mode: z.enum(['single', 'crawl']),
  max_pages: z.number(),
  collection_id: z.string(),
  title: z.string().nullable(),
  title_prefix: z.string(),
  metadata: z.record(z.string(), z.string()),
  /** Whether scripts may be run, as it was shown; former versions ran none. */
  run_scripts: z.boolean().default(false),
  /** What was brought in once it was approved. */
  gathered: z
    .object({ pages: z.array(z.union([gatheredPage, failedPage])), stopped: z.boolean() })
    .optional(),
})
/** See {@link pagesPlan}. */
export type PagesPlan = z.infer<typeof pagesPlan>

/** What undoes that pages came, as former versions wrote it. */
export const pagesInverse = z.object({
  present: z.boolean(),
  added: z.array(z.object({ document_id: z.string(), was: documentFields.extend({ sha256: z.string() }) })),
  versions: z.array(documentVersion),
  /** What stood in the way was decided on. */
  settled: z.boolean().optional(),
})
/** See {@link pagesInverse}. */
export type PagesInverse = z.infer<typeof pagesInverse>

/** What became of each page. */
const pageOutcomeSchema = z.enum(['added', 'changed', 'unchanged', 'duplicate', 'failed'])

/** The host of an address, for what a call sends; none where it is a path, or no address at all. */
export function hostsOf(address: string): readonly string[] {
  const trimmed = address.trim()
  if (!/^https?:/i.test(trimmed) || !URL.canParse(trimmed)) return []
  return [new URL(trimmed).host]
}

/** Fetches pages of the web into the library. */
export const fetchWebContent = defineWriteTool({
  name: 'fetch_web_content',
  class: 'safe_create',
  title: 'Fetch web pages',
  description:
    'Fetches a web page, or any document at an address (PDF, Office, EPUB, text), and adds it to the library, where it is read in the background: get_document_status tells how far it is, then read_document reads it. mode crawl follows its links to pages of the same site, breadth first, as far as the site allows programs to (robots.txt), with a pause between requests. The scripts of a page that shows little without them are run where this computer can do that. An address that is in the collection already becomes a new version of its document, or is reported as unchanged. Addresses on this computer or in the local network are refused unless the person has named them.',
  input: z.strictObject({
    url: z.string().min(1).max(addressLimit).describe('Whole address, with https:// or http://'),
    collection_id: collectionId.optional().describe('Default: the collection “Documents”'),
    mode: z
      .enum(['single', 'crawl'])
      .default('single')
      .describe('single: this page alone; crawl: also the pages of its site that it leads to'),
    max_pages: z
      .number()
      .int()
      .min(1)
      .max(crawledPagesLimit)
      .default(50)
      .describe('How many pages a crawl asks for at most; about one a second'),
    title_prefix: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('Stands before the title of each document'),
  }),
  plan: pagesPlan,
  inverse: z.union([documentsInverse, pagesInverse]),
  output: z.object({
    pages: z.array(
      z.object({
        url: z.string(),
        /** Null for a page that could not be added. */
        document_id: z.string().nullable(),
        title: z.string(),
        status: documentStatusSchema,
        outcome: pageOutcomeSchema,
        /** One sentence where it could not be added. */
        error: z.string().optional(),
        /** What it says, beside its English words. */
        said: saidSchema.optional(),
        scripts: pageScripts.optional(),
      }),
    ),
    /** Pages that are in the library now, and those that could not be added. */
    succeeded: z.number(),
    failed: z.number(),
    added: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    /** True when it was stopped before it was done. */
    stopped: z.boolean(),
  }),
  aliases: [],
  primary: 'url',
  sendsTo: ({ url }) => hostsOf(url),
})
