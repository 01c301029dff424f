import { Play, Square } from 'lucide-react'
import { useState } from 'react'
import type { ToolInfo } from '../../../shared/contract/tools'
import { changeTyped, tryTool, useTrials } from '../../stores/tool-trials'
import { toolsText } from '../../text/tools'
import { Button } from '../../ui/button'
import { FieldControl } from './field-control'
import { type FieldProblem, formFields, inputOf } from './tool-form'
import { TrialResult } from './trial-result'

const nothingTyped: Readonly<Record<string, string>> = {}

/** A form made from a tool's schema, which runs it by hand through the gate. */
export function TryForm({ tool }: { readonly tool: ToolInfo }) {
  const typed = useTrials((state) => state.typed[tool.name] ?? nothingTyped)
  const trial = useTrials((state) => state.last[tool.name])
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({})
  const fields = formFields(tool)
  const t = toolsText()
  const running = trial?.state.kind === 'running' ? trial.state : null
  const run = () => {
    const made = inputOf(fields, typed)
    setProblems('problems' in made ? made.problems : {})
    if ('input' in made) void tryTool(tool.name, made.input)
  }
  return (
    <>
      <form
        className="tool-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          run()
        }}
      >
        {fields.length === 0 && <p className="catalog-quiet">{t.noFields}</p>}
        {fields.map((field) => (
          <FieldControl
            key={field.name}
            field={field}
            value={typed[field.name] ?? ''}
            error={problemInWords(problems[field.name])}
            onChange={(value) => changeTyped(tool.name, field.name, value)}
          />
        ))}
        <div className="section-buttons">
          <Button type="submit" variant="primary" icon={Play} busy={running !== null}>
            {tool.class === 'read' ? t.run : t.propose}
          </Button>
          {running && (
            <Button icon={Square} onClick={running.stop}>
              {t.stop}
            </Button>
          )}
        </div>
      </form>
      {trial && <TrialResult tool={tool} trial={trial} />}
    </>
  )
}

function problemInWords(problem: FieldProblem | undefined): string | undefined {
  return problem === undefined ? undefined : toolsText().problems[problem]
}
