import type { Actor } from '../../shared/actor'
import type { SequenceStep } from '../../shared/sequences/definition'
import type { Database } from '../db/open'
import { createSequenceTable } from '../db/sequences'
import type { Catalog } from '../services/catalog'
import type { Scripts } from '../services/scripts'
import { createScriptedModel } from './scripted-model'

/** As whom a sequence acts. */
export function sequenceActor(id: string, name: string): Actor {
  return { kind: 'sequence', name, id }
}

/** What a step is called: its own title, or its tool’s in the language of the window. */
export function titlesOfSteps(
  { tools, german = new Map<string, string>() }: Pick<Catalog, 'tools' | 'german'>,
  language: 'en' | 'de',
): (step: SequenceStep) => string {
  return ({ title, tool }) => {
    if (title.trim() !== '') return title.trim()
    const own = language === 'de' ? german.get(tool) : undefined
    return own ?? tools.find(({ name }) => name === tool)?.title ?? tool
  }
}

/** Makes what tells the runs that follow a sequence from those of a model. */
export function createScripts(services: {
  readonly db: Database
  readonly catalog: Pick<Catalog, 'tools' | 'german'>
  readonly language: () => 'en' | 'de'
}): Scripts {
  const table = createSequenceTable(services.db)
  return {
    of(runId) {
      const followed = table.followedBy(runId)
      if (followed === null) return null
      const { definition, sequence } = followed
      const language = services.language()
      const titleOf = titlesOfSteps(services.catalog, language)
      return {
        actor: sequenceActor(sequence, definition.name),
        // One for each step and one for the closing words.
        turns: definition.steps.length + 1,
        model: (state) => createScriptedModel({ ...followed, runId, titleOf, language }, state),
      }
    },
    followedBy(runId) {
      const followed = table.followedBy(runId)
      if (followed === null) return null
      const { sequence, version, inputs, definition } = followed
      return { sequence, version, inputs, actor: sequenceActor(sequence, definition.name) }
    },
    begin: ({ actor: _, ...run }) => table.insertRun(run),
  }
}
