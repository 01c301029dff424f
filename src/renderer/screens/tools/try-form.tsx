import { Play, Square } from 'lucide-react'
import { useState } from 'react'
import type { ToolInfo } from '../../../shared/contract/tools'
import { changeTyped, tryTool, useTrials } from '../../stores/tool-trials'
import { decisionText } from '../../text/decisions'
import { toolsText } from '../../text/tools'
import { Button } from '../../ui/button'
import { Select } from '../../ui/select'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { type FieldProblem, type FormField, formFields, inputOf } from './tool-form'
import { TrialResult } from './trial-result'

const nothingTyped: Readonly<Record<string, string>> = {}
const unset = ''

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
            problem={problems[field.name]}
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

function FieldControl({
  field,
  value,
  problem,
  onChange,
}: {
  readonly field: FormField
  readonly value: string
  readonly problem: FieldProblem | undefined
  readonly onChange: (value: string) => void
}) {
  const t = toolsText()
  const { control, name, description, usual } = field
  const { fieldName } = decisionText()
  const shared = {
    label: field.required ? fieldName(name) : t.optional(fieldName(name)),
    hint: [description, usual === null ? '' : t.usual(usual), ...(control.kind === 'lines' ? [t.lines] : [])]
      .filter((part) => part !== '')
      .join(' '),
    ...(problem === undefined ? {} : { error: t.problems[problem] }),
    value,
    onChange,
  }
  switch (control.kind) {
    case 'choice':
      return <Select {...shared} options={withUnset(control.options.map((option) => [option, option]))} />
    case 'switch':
      return (
        <Select
          {...shared}
          options={withUnset([
            ['true', t.yes],
            ['false', t.no],
          ])}
        />
      )
    case 'number':
      return <TextField {...shared} inputMode={control.whole ? 'numeric' : 'decimal'} />
    case 'text':
      return control.long ? <TextArea {...shared} rows={1} /> : <TextField {...shared} />
    case 'lines':
      return <TextArea {...shared} rows={2} />
    case 'json':
      return <TextArea {...shared} rows={3} mono placeholder={control.example} />
  }
}

function withUnset(options: readonly (readonly [string, string])[]) {
  return [{ value: unset, label: toolsText().unset }, ...options.map(([value, label]) => ({ value, label }))]
}
