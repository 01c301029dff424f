import { Play, Square } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ToolInfo } from '../../../shared/contract/tools'
import { documentTitled } from '../../stores/titled-documents'
import { attempt } from '../../stores/toasts'
import { changeTyped, tryTool, useTrials } from '../../stores/tool-trials'
import { toolsText } from '../../text/tools'
import { Button } from '../../ui/button'
import { FieldControl } from './field-control'
import { type FieldProblem, type FormField, formFields, inputOf, splitFields } from './tool-form'
import { TrialResult } from './trial-result'

const nothingTyped: Readonly<Record<string, string>> = {}

/** A form made from a tool's schema, which runs it by hand through the gate. */
export function TryForm({ tool }: { readonly tool: ToolInfo }) {
  const typed = useTrials((state) => state.typed[tool.name] ?? nothingTyped)
  const trial = useTrials((state) => state.last[tool.name])
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({})
  const fields = formFields(tool)
  const { first, more } = splitFields(fields, tool.primary)
  const isFilled = ({ name }: FormField) => (typed[name] ?? '') !== ''
  const [moreOpen, setMoreOpen] = useState(() => more.some(isFilled))
  const t = toolsText()
  const running = trial?.state.kind === 'running' ? trial.state : null
  /** While titles are looked up, before the tool is seen to run. */
  const naming = useRef(false)
  const run = async () => {
    // Keys come also while it runs.
    if (naming.current || running !== null) return
    naming.current = true
    const made = await withDocuments(fields, inputOf(fields, typed)).finally(() => {
      naming.current = false
    })
    const found = 'problems' in made ? made.problems : {}
    setProblems(found)
    // What is wrong is never folded away.
    if (more.some(({ name }) => name in found)) setMoreOpen(true)
    if ('input' in made) await tryTool(tool.name, made.input)
  }
  const control = (field: FormField, marked: boolean) => (
    <FieldControl
      key={field.name}
      field={field}
      marked={marked}
      value={typed[field.name] ?? ''}
      error={problemInWords(problems[field.name])}
      onChange={(value) => changeTyped(tool.name, field.name, value)}
    />
  )
  return (
    <>
      <form
        className="tool-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void attempt(run())
        }}
      >
        {fields.length === 0 && <p className="catalog-quiet">{t.noFields}</p>}
        {first.map((field) => control(field, true))}
        {more.length > 0 && (
          <details
            className="tool-more"
            open={moreOpen}
            onToggle={(event) => setMoreOpen(event.currentTarget.open)}
          >
            <summary>{t.moreOptions(more.length)}</summary>
            <div className="tool-form">{more.map((field) => control(field, false))}</div>
          </details>
        )}
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

type Made = ReturnType<typeof inputOf>

/** The same with ids where documents are named by their titles; what is no title stays, as an id may. */
async function withDocuments(fields: readonly FormField[], made: Made): Promise<Made> {
  if ('problems' in made) return made
  const input = { ...made.input }
  for (const { name } of fields.filter(({ documents }) => documents)) {
    const given = input[name]
    if (given === undefined) continue
    const found = await Promise.all([given].flat().map((words) => idOf(String(words))))
    if (found.includes(null)) return { problems: { [name]: 'several_documents' } }
    input[name] = Array.isArray(given) ? found : found[0]
  }
  return { input }
}

/** Null where several documents are called so. */
async function idOf(words: string): Promise<string | null> {
  const titled = await documentTitled(words)
  if ('id' in titled) return titled.id
  return titled.documents === 0 ? words : null
}

function problemInWords(problem: FieldProblem | undefined): string | undefined {
  return problem === undefined ? undefined : toolsText().problems[problem]
}
