import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageWords, searchMessages } from '../../db/conversation-search'
import type { ConversationTable } from '../../db/conversations'
import type { Database } from '../../db/open'
import type { RunEventLog } from '../../db/run-events'
import type { ReadPicture } from '../../model/port'
import type { ConversationList } from '../../services/conversations'
import { exportConversation } from '../export/export'
import { picturesOfMessage } from './attached-pictures'
import type { Branches } from './branches'

type ReadingThrough = Pick<ConversationList, 'search' | 'find' | 'export'>

/** Messages that are looked through before others have their turn: a few milliseconds' work. */
const messagesPerTurn = 500

/** What reading through conversations works with. */
export interface ReadingThroughParts {
  readonly db: Database
  readonly table: Pick<ConversationTable, 'get'>
  readonly branches: Pick<Branches, 'load' | 'path'>
  readonly log: Pick<RunEventLog, 'ofConversation' | 'written'>
  readonly readPicture: ReadPicture
  /** In which exports are written. */
  readonly language: () => 'en' | 'de'
}

/** Finds words in conversations, and writes whole ones as files; changes nothing. */
export function createReadingThrough(parts: ReadingThroughParts): ReadingThrough {
  const { db, table, branches, log, readPicture, language } = parts
  return {
    search(words, limit) {
      const hits = searchMessages(db, words, limit + 1)
      return { hits: hits.slice(0, limit), more: hits.length > limit }
    },
    async find(id, words) {
      table.get(id)
      const wanted = words.toLocaleLowerCase()
      const has = new Set<string>()
      const all = [...messageWords(db, id)]
      for (const [index, message] of all.entries()) {
        if (index % messagesPerTurn === messagesPerTurn - 1) await nextTurn()
        if (message.words.toLocaleLowerCase().includes(wanted)) has.add(message.id)
      }
      return branches.path(id).flatMap((node, place) => (has.has(node.id) ? [place] : []))
    },
    async export(id, format) {
      const { title } = table.get(id)
      const state = branches.load(id)
      const events = () => log.ofConversation(id)
      const pictures = new Map<string, string>()
      for (const { sha256 } of log.written(id).flatMap(({ body }) => picturesOfMessage(body))) {
        const bytes = await readPicture(sha256)
        if (bytes !== null) pictures.set(sha256, Buffer.from(bytes).toString('base64'))
      }
      return exportConversation({ title, state, events, pictures }, format, language())
    },
  }
}
