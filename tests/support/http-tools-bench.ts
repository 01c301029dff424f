import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createGate } from '../../src/main/agent/gate'
import { requireCountersigner } from '../../src/main/agent/gate/deciding'
import { createRegistry } from '../../src/main/agent/registry'
import { withForeignTools } from '../../src/main/agent/registry-foreign'
import { createAudit } from '../../src/main/changes/audit'
import { openDatabase } from '../../src/main/db/open'
import { createHttpTools, type HttpToolsOptions } from '../../src/main/http-tools/service'
import type { GateCall } from '../../src/main/services/gate'
import { person } from '../../src/shared/actor'
import type { HttpToolDraft } from '../../src/shared/contract/http-tools'
import { memorySecrets } from './memory-secrets'
import { freshFolder } from './start-host'

/** Tools that ask an address over a real database, with a gate over nothing else. */
export function createHttpBench(more: Partial<Pick<HttpToolsOptions, 'lookup' | 'named'>> = {}) {
  const folder = freshFolder('http-tools')
  const db = openDatabase(join(folder, 'countersign.db'))
  const kept = new Map<string, string>()
  const events: string[] = []
  const now = () => new Date()
  const publish = ({ type }: { readonly type: string }) => {
    events.push(type)
  }
  const make = () =>
    createHttpTools({
      ...{ db, publish, requireCountersigner, audit: createAudit(db, now), now: Date.now },
      secrets: memorySecrets(kept),
      pictures: {
        async forModel(bytes) {
          if (bytes[0] !== 0x89) throw new Error('This is no picture.')
          const picture = { sha256: 'of a picture', mediaType: 'image/png', width: 1, height: 1 } as const
          const size = bytes.length
          return {
            picture: { ...picture, size },
            originalType: 'image/png',
            originalWidth: 1,
            originalHeight: 1,
          }
        },
      },
      named: more.named ?? (() => []),
      ...(more.lookup === undefined ? {} : { lookup: more.lookup }),
    })
  const tools = make()
  const registry = withForeignTools(createRegistry([], new Map()), [tools.foreign])
  const gate = createGate({ db, registry, publish, now })

  return {
    ...{ db, kept, events, tools, registry, gate },
    /** The service as it is after the next start. */
    again: make,
    make: (draft: Partial<HttpToolDraft>) => tools.save(null, httpDraft(draft), person),
    call: (tool: string, input: unknown, call: Partial<GateCall> = {}) =>
      gate.call({
        ...{ tool, input, approval: null, runId: 'run', conversationId: 'talk', toolUseId: null },
        actor: { kind: 'assistant', name: 'Assistant' },
        signal: new AbortController().signal,
        ...call,
      }),
    close() {
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** See {@link createHttpBench}. */
export type HttpBench = ReturnType<typeof createHttpBench>

/** What a person enters of a tool that reads the weather. */
export function httpDraft(more: Partial<HttpToolDraft> = {}): HttpToolDraft {
  return {
    title: 'Weather',
    description: 'The weather of a place.',
    method: 'GET',
    url: 'https://weather.example/places/{place}?units={units}',
    fields: [
      { name: 'place', kind: 'text', description: 'Its name.', required: true },
      { name: 'units', kind: 'text', description: '', required: false },
    ],
    headers: [],
    class: 'read',
    seconds: 10,
    ...more,
  }
}
