import { Wrench } from 'lucide-react'
import { loopModule, type ToolLine } from '../../shared/tool/load-tools'
import type { EnglishOf, TitlesOf } from '../../shared/tool/titles'
import { loopToolsText as text } from '../text/loop-tools'
import { ResultList } from '../ui/result-list'
import { bindToolViews } from '../ui/tool-view'
import '../ui/generic-value.css'

const english: EnglishOf<typeof loopModule> = {
  about: {
    load_tools:
      'Loads tools that an assistant has but can’t call yet: by their names or by words for what they do.',
  },
  fields: {},
}

const german: TitlesOf<typeof loopModule> = {
  module: 'Werkzeuge',
  tools: { load_tools: 'Werkzeuge laden' },
  about: {
    load_tools:
      'Lädt Werkzeuge, die ein Assistent hat, aber noch nicht aufrufen kann: nach Namen oder nach Wörtern für das, was sie tun.',
  },
  fields: { 'A few words in English.': 'Ein paar Wörter auf Englisch.' },
}

/** The views of what the loop answers itself. */
export const loopToolViews = bindToolViews(
  loopModule,
  { english, german },
  {
    load_tools: {
      icon: Wrench,
      doing: ({ input }) =>
        input?.query === undefined ? text().loading(input?.names?.length ?? 0) : text().looking(input.query),
      done: ({ output }) => text().loaded(output?.loaded.length ?? 0),
      Result: ({ output }) => (
        <div className="ui-generic">
          <p>{text().why}</p>
          <Lines title={text().nowLoaded} tools={output.loaded} />
          <Lines title={text().present} tools={output.present} />
          <Lines title={text().found} tools={output.found} />
          <Lines title={text().refused} tools={output.refused} />
          <Lines
            title={text().unknown}
            tools={output.unknown.map((name) => ({ name, title: name, line: '' }))}
          />
        </div>
      ),
    },
  },
)

function Lines({ title, tools }: { readonly title: string; readonly tools: readonly ToolLine[] }) {
  if (tools.length === 0) return null
  return (
    <section aria-label={title}>
      <h4 className="ui-generic-name">{title}</h4>
      <ResultList
        label={title}
        items={tools.map(({ name, title: called, line }) => ({
          key: name,
          icon: Wrench,
          title: called,
          text: line,
        }))}
      />
    </section>
  )
}
