import {
  type AssistantFields,
  type AssistantPicture,
  assistantLimits,
} from '../../shared/contract/assistants'
import type { AssistantTable } from '../db/assistants'
import { type Database, inTransaction } from '../db/open'
import { freeName } from '../disk/free-name'
import { newId } from '../identifier'
import { fieldsOf } from './fields'
import { starters, starterWordsIn } from './starters'

/** The assistants that are there from the start, among those that a person has. */
export interface Starters {
  /** Makes those that this data folder never had. */
  make(): void
  /** Has those that nobody changed speak the language in use; answers whether any did not. */
  retell(): boolean
}

/** What they are made in. */
export interface StartersParts {
  readonly db: Database
  readonly table: AssistantTable
  /** Names in use, but for the one of this id. */
  readonly names: (except?: string) => string[]
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly language: () => 'en' | 'de'
}

/** Makes none yet. */
export function createStarters({ db, table, names, now, language }: StartersParts): Starters {
  return {
    make() {
      const made = table.starters()
      const missing = starters.filter(({ key }) => !made.has(key))
      if (missing.length === 0) return
      inTransaction(db, () => {
        for (const { key, emoji, tools, ...words } of missing) {
          const { name, instructions } = words[language()]
          const picture: AssistantPicture = { kind: 'emoji', emoji }
          const free = freeName(name, names(), assistantLimits.name)
          const fields = { ...emptyFields, name: free, instructions, tools, picture }
          table.insert({ id: newId(), fields, starter: key, at: now() })
        }
      })
    },
    retell() {
      const told = table.list().filter((assistant) => {
        const words = starterWordsIn(language(), assistant)
        // What a person called like that keeps its name.
        if (words === null || names(assistant.id).includes(words.name)) return false
        table.change(assistant.id, assistant.revision, { ...fieldsOf(assistant), ...words }, now())
        return true
      })
      return told.length > 0
    },
  }
}

const emptyFields: Omit<AssistantFields, 'name' | 'picture' | 'instructions' | 'tools'> = {
  model: '',
  effort: null,
  thinking: null,
  collectionId: null,
  turnCap: null,
  tokenBudget: null,
  costBudget: null,
}
