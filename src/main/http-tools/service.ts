import type { Actor } from '../../shared/actor'
import type { HttpTool, HttpToolDraft } from '../../shared/contract/http-tools'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { isSameName } from '../../shared/text/one-line'
import { inSnakeCase, NAME_CHARACTERS, unlike } from '../agent/given-names'
import { createTurns } from '../async/in-turn'
import type { Audit } from '../changes/audit'
import { canonicalJson, sha256 } from '../changes/canonical-json'
import {
  insertHttpTool,
  listHttpTools,
  removeHttpTool,
  type StoredHttpTool,
  updateHttpTool,
} from '../db/http-tools'
import { type Database, inTransaction } from '../db/open'
import type { Secrets } from '../host'
import { newId } from '../identifier'
import type { Pictures } from '../pictures/service'
import type { Publish } from '../publish'
import { requireSeen } from '../require-seen'
import { createNamedSecrets } from '../secrets/named-secrets'
import type { ForeignTools } from '../services/foreign-tools'
import type { NamedHosts } from '../web/address'
import type { Lookup } from '../web/checked-request'
import { addressOf, checkedDefinition } from './definition'
import { sendRequest } from './send'
import { createHttpForeignTools, type DefinedTool, isDefined } from './tools'

/** Tools that a person makes of an address, for the window. */
export interface HttpTools {
  list(): readonly HttpTool[]
  /** See the contract's `save`. */
  save(id: string | null, draft: HttpToolDraft, by: Actor, seen?: number): Promise<HttpTool>
  enable(id: string, enabled: boolean, by: Actor): HttpTool
  remove(id: string, by: Actor): Promise<void>
  /** For the registry. */
  readonly foreign: ForeignTools
}

/** What they are kept in and sent through. */
export interface HttpToolsOptions {
  readonly db: Database
  readonly secrets: Secrets
  readonly named: NamedHosts
  readonly pictures: Pick<Pictures, 'forModel'>
  readonly publish: Publish
  readonly audit: Audit
  readonly requireCountersigner: (by: Actor) => void
  readonly now: () => number
  readonly lookup?: Lookup
}

/** What is stored of a tool. */
interface Saving {
  readonly id: string
  readonly isThere: boolean
  readonly draft: HttpToolDraft
  readonly by: Actor
  readonly seen: number | undefined
}

/** What the names of such tools begin with, and none of our own. */
const PREFIX = 'http_'

/** Makes the service; nothing is sent before a tool is called. */
export function createHttpTools(options: HttpToolsOptions): HttpTools {
  const { db, publish, audit, requireCountersigner, now, named, pictures, lookup } = options
  const secrets = createNamedSecrets(options.secrets, 'http-tool')
  const inTurn = createTurns()
  let known: readonly StoredHttpTool[] | null = null
  const all = () => {
    known ??= listHttpTools(db)
    return known
  }
  /** Stores something, with its record, and tells of it. */
  const change = (
    kind: 'http_tool.set' | 'http_tool.removed',
    body: Record<string, unknown>,
    store: () => void,
  ) => {
    inTransaction(db, () => {
      store()
      audit.record(kind, body)
    })
    known = null
    publish({ type: 'http_tools' })
  }
  const toolOf = (id: string): DefinedTool => {
    const found = all().find((tool) => tool.id === id)
    if (found !== undefined && isDefined(found)) return found
    throw new AppError('not_found', say('http.gone', { tool: found?.title ?? '' }))
  }

  function requireTitle(title: string, id: string): void {
    const twin = all()
      .filter(isDefined)
      .find((tool) => tool.id !== id && isSameName(tool.title, title))
    if (twin === undefined) return
    throw new AppError('already_exists', say('http.title_taken', { title: twin.title }), { field: 'title' })
  }

  /** Only in turn: the title that is free, and the tool that is there, are so until it is stored. */
  async function store({ id, isThere, draft, by, seen }: Saving): Promise<void> {
    const before = isThere ? toolOf(id) : null
    requireSeen(before, seen)
    const { definition, headers } = checkedDefinition(draft)
    requireTitle(definition.title, id)
    // Elsewhere nobody was given these values.
    const isElsewhere =
      before !== null && addressOf(before.definition.url).origin !== addressOf(definition.url).origin
    await secrets.set(id, headers, isElsewhere)
    const record = {
      tool: id,
      definition: sha256(canonicalJson(definition)),
      headers: definition.headers,
      by,
    }
    change('http_tool.set', record, () => {
      if (before !== null) return updateHttpTool(db, id, { definition, revision: before.revision + 1 })
      const taken = new Set(listHttpTools(db).map(({ name }) => name))
      const name = unlike(`${PREFIX}${inSnakeCase(definition.title, 'tool')}`, NAME_CHARACTERS, taken)
      const { title } = definition
      insertHttpTool(db, { id, name, title, definition, enabled: true, createdAt: now() })
    })
  }

  return {
    list: () => all().filter(isDefined).map(present),

    async save(id, draft, by, seen) {
      requireCountersigner(by)
      const toolId = id ?? newId()
      await inTurn(() => store({ id: toolId, isThere: id !== null, draft, by, seen }))
      return present(toolOf(toolId))
    },

    enable(id, enabled, by) {
      requireCountersigner(by)
      toolOf(id)
      change('http_tool.set', { tool: id, enabled, by }, () => updateHttpTool(db, id, { enabled }))
      return present(toolOf(id))
    },

    async remove(id, by) {
      requireCountersigner(by)
      await inTurn(async () => {
        toolOf(id)
        change('http_tool.removed', { tool: id, by }, () => removeHttpTool(db, id))
      })
      await secrets.remove(id)
    },

    foreign: createHttpForeignTools({
      all,
      async send({ id, definition }, request, { signal }) {
        const { title, seconds, headers: names } = definition
        const headers = await secrets.get(id, names)
        return sendRequest(request, { ...{ title, seconds, headers, named, pictures, signal, lookup } })
      },
    }),
  }
}

function present({ id, name, enabled, revision, definition }: DefinedTool): HttpTool {
  return {
    ...definition,
    fields: [...definition.fields],
    headers: [...definition.headers],
    id,
    name,
    enabled,
    revision,
  }
}
