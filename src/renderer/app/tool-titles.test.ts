import { describe, expect, it } from 'vitest'
import type { ToolModule } from '../../shared/tool/define'
import { loopModule } from '../../shared/tool/load-tools'
import type { TitlesOf } from '../../shared/tool/titles'

const modules = import.meta.glob<ToolModule>('../../tools/*/module.ts', { eager: true, import: 'default' })
const german = import.meta.glob<TitlesOf<ToolModule>>('../../tools/*/titles.ts', {
  eager: true,
  import: 'german',
})

const english = [...Object.values(modules), loopModule].flatMap(({ tools }) =>
  tools.map(({ title }) => title),
)
const inGerman = Object.values(german).flatMap(({ tools }) => Object.values(tools))

/** What tools do; a new one may need another verb. */
const verbs =
  /^(?:Add|Append|Bring|Calculate|Comment|Copy|Create|Delete|Edit|Fetch|Find|Index|Link|List|Load|Look|Merge|Move|Overwrite|Read|Remove|Run|Search|Stop|Summarize|Transform|Update)\b/

describe('the titles of tools', () => {
  it('say in one form what a tool does: a verb, and what it is about', () => {
    expect(english.length).toBeGreaterThan(35)
    expect(english.filter((title) => !verbs.test(title))).toEqual([])
    expect(inGerman.filter((title) => !/[a-zäöü](?:en|ern|eln)$/u.test(title))).toEqual([])
    expect(inGerman.length).toBeGreaterThan(35)
  })

  it('name one thing with its article', () => {
    const bare = /^(?:Create|Read|Delete|Update|Add|Edit|Run|Stop|Summarize|Search) [a-z]+$/
    expect(english.filter((title) => bare.test(title) && !title.endsWith('s'))).toEqual([])
  })
})
