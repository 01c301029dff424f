import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect } from 'vitest'
import { createBlobStore } from '../../src/main/changes/blobs'
import { createWebService } from '../../src/main/web/service'
import { AppError } from '../../src/shared/errors'
import type { Preview } from '../../src/shared/tool/preview'
import libraryModule from '../../src/tools/library/module'
import createLibraryRuntime from '../../src/tools/library/runtime'
import { callContext } from './call-context'
import { setUpLibrary } from './library-desk'
import { noSummaries } from './no-summaries'
import { noWatchedFolders } from './no-watched-folders'

type Names = (typeof libraryModule.tools)[number]
type WriteName = Exclude<Names, { class: 'read' }>['name']
type ReadName = Extract<Names, { class: 'read' }>['name']
type Answered = { content: string; state: unknown; origin?: string }

type Journaling = typeof callContext & { journal(value: unknown): void }
// The tests go through the schemas as the gate does, so the types of single tools are not what they rely on.
type Erased = {
  plan(
    input: unknown,
    c: typeof callContext,
  ): Promise<{ plan: unknown; preview: Preview } | { unchanged: Answered }>
  requireBase?(plan: unknown): Promise<void>
  apply(plan: unknown, c: Journaling): Promise<Answered>
  revert(inverse: unknown, c: Journaling): Promise<{ content: string }>
}

async function failureOf(attempt: () => Promise<unknown>): Promise<unknown> {
  try {
    await attempt()
    return null
  } catch (error) {
    return error
  }
}

/** What a conflict says; null for what is none. */
function movedOf(error: unknown): string | null {
  return error instanceof AppError && error.code === 'conflict' ? error.message : null
}

const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** A document in Markdown of one section. */
export const tides = '# Tides\n\nThe moon pulls the water of the seas twice a day.\n'

/** The library's tools for each test of this file or group, called as the gate calls them. */
export function setUpLibraryTools() {
  const desk = setUpLibrary()
  let granted: boolean
  let runtime: ReturnType<typeof createLibraryRuntime>
  beforeEach(() => {
    granted = true
    runtime = createLibraryRuntime({
      web: createWebService({
        named: () => [],
        store: { blobs: createBlobStore(join(desk.fixture.folder, 'blobs')) },
        scripts: { browsers: null, wanted: () => true },
      }),
      summaries: noSummaries,
      library: desk.fixture.library,
      watchedFolders: noWatchedFolders,
      files: {
        async resolveReadable(path) {
          if (!granted) throw new AppError('outside_grant', `${path} is outside the granted folders.`)
          return await realpath(path)
        },
      },
    })
  })

  /** What the gate does: plans, applies the plan as it was stored, and keeps the inverse. */
  async function change(name: WriteName, input: unknown, byHand?: true) {
    const tool = libraryModule.tools.find((each) => each.name === name)
    if (tool === undefined || tool.class === 'read') throw new Error(`${name} is no write tool`)
    const implementation = runtime[name] as unknown as Erased
    const planned = await implementation.plan(tool.input.parse(input), {
      ...callContext,
      ...(byHand && { byHand }),
    })
    if ('unchanged' in planned) throw new Error(planned.unchanged.content)
    const lookAtBase = () =>
      failureOf(async () => implementation.requireBase?.(tool.plan.parse(stored(planned.plan))))
    const apply = async () => {
      let inverse: unknown
      const plan = tool.plan.parse(stored(planned.plan))
      // What a person is told before the decision is what comes of it.
      const told = await lookAtBase()
      const applied = implementation.apply(plan, {
        ...callContext,
        journal: (value) => {
          inverse = tool.inverse.parse(stored(value))
        },
      })
      const failure = await failureOf(() => applied)
      if (failure === null) expect(told).toBeNull()
      if (implementation.requireBase !== undefined) expect(movedOf(told)).toBe(movedOf(failure))
      const answer = await applied
      expect(inverse).toBeDefined()
      return { ...answer, state: tool.output.parse(answer.state) as Record<string, unknown>, inverse }
    }
    /** What is said of it before the decision. */
    const moved = async () => movedOf(await lookAtBase())
    return { preview: planned.preview, moved, apply }
  }

  return {
    get fixture() {
      return desk.fixture
    },
    get runtime() {
      return runtime
    },
    /** From now on no file may be read. */
    withdrawGrants: () => {
      granted = false
    },
    change,
    /** Takes an effect back; gives back what does it again. */
    async undo(name: WriteName, inverse: unknown): Promise<unknown> {
      let next: unknown
      await (runtime[name] as unknown as Erased).revert(inverse, {
        ...callContext,
        journal: (value) => {
          next = value
        },
      })
      return next
    },
    async read(name: ReadName, input: unknown) {
      const tool = libraryModule.tools.find((each) => each.name === name)
      if (tool === undefined) throw new Error('unknown tool')
      const implementation = runtime[name] as unknown as {
        run(input: unknown, c: typeof callContext): Promise<Answered>
      }
      const answer = await implementation.run(tool.input.parse(input), callContext)
      expect(answer.origin).toBe('library')
      expect(answer.content).not.toBe('')
      return { content: answer.content, state: tool.output.parse(answer.state) as Record<string, unknown> }
    },
    /** Adds a file and waits until it was read. */
    async add(name: string, content: string | Uint8Array, options: object = {}) {
      const { apply } = await change('add_document', {
        source: desk.fixture.file(name, content),
        ...options,
      })
      const added = await apply()
      await desk.fixture.settled(String(added.state.document_id))
      return { id: String(added.state.document_id), ...added }
    },
  }
}
