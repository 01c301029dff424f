import { Braces } from 'lucide-react'
import { useState } from 'react'
import { assertNever } from '../../../shared/errors'
import type { Binding, SequenceInput } from '../../../shared/sequences/definition'
import { parsePath } from '../../../shared/sequences/path'
import { sequencesText } from '../../text/sequences'
import { Button } from '../../ui/button'
import { Menu, type MenuItem } from '../../ui/menu'
import { Select } from '../../ui/select'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { FieldControl } from '../tools/field-control'
import { fieldLabel } from '../tools/field-label'
import { type FormField, typedValue } from '../tools/tool-form'
import type { EarlierStep } from './places'

type Source = Binding['from'] | 'none'

/** Values that the menu of a text offers of each step: the longest menu that is still looked through. */
const offeredPlaces = 12

/** Props of {@link BindingField}. */
export interface BindingFieldProps {
  readonly field: FormField
  readonly binding: Binding | undefined
  readonly inputs: readonly SequenceInput[]
  readonly earlier: readonly EarlierStep[]
  readonly error: string | undefined
  /** Null leaves the field empty. */
  readonly onChange: (binding: Binding | null) => void
  /** Gives a step's output a name, if it has none, and takes something of it. */
  readonly onTake: (stepId: string, make: (output: string) => Binding) => void
}

/** One field of a tool: where its value comes from, and that. */
export function BindingField(props: BindingFieldProps) {
  const { field, binding, onChange, onTake, inputs, earlier } = props
  const t = sequencesText()
  const name = fieldLabel(field)
  const source: Source = binding?.from ?? 'none'
  const takesText = field.control.kind === 'text' || field.control.kind === 'choice'
  const sources: readonly Source[] = [
    ...(field.required && source !== 'none' ? [] : ['none' as const]),
    'fixed',
    ...(inputs.length > 0 || source === 'input' ? ['input' as const] : []),
    ...(earlier.length > 0 || source === 'output' ? ['output' as const] : []),
    ...(takesText || source === 'text' ? ['text' as const] : []),
  ]
  const takeFrom = (chosen: Source) => {
    const [onlyInput, ...otherInputs] = inputs
    const [onlyStep, ...otherSteps] = earlier
    // Where there is one of them alone, nothing is left to be chosen.
    if (chosen === 'input' && onlyInput !== undefined && otherInputs.length === 0)
      onChange({ from: 'input', name: onlyInput.name })
    else if (chosen === 'output' && onlyStep !== undefined && otherSteps.length === 0)
      onTake(onlyStep.step.id, (output) => ({ from: 'output', of: output, path: '' }))
    else onChange(emptyBinding(chosen, binding))
  }
  return (
    <div className="sequence-binding" data-part="field" data-field={field.name}>
      <Control {...props} name={name} />
      <Select
        label={t.source(name)}
        labelHidden
        quiet
        value={source}
        options={sources.map((value) => ({ value, label: t.sources[value] }))}
        onChange={takeFrom}
      />
    </div>
  )
}

/** What a source begins with; words that are written go with it. */
function emptyBinding(source: Source, before: Binding | undefined): Binding | null {
  const words =
    before?.from === 'text'
      ? before.template
      : before?.from === 'fixed' && typeof before.value === 'string'
        ? before.value
        : ''
  switch (source) {
    case 'none':
      return null
    case 'fixed':
      return { from: 'fixed', value: words }
    case 'input':
      return { from: 'input', name: '' }
    case 'output':
      return { from: 'output', of: '', path: '' }
    case 'text':
      return { from: 'text', template: words }
    default:
      return assertNever(source)
  }
}

function Control(props: BindingFieldProps & { readonly name: string }) {
  const { field, binding, error, name } = props
  const t = sequencesText()
  const wrong = error === undefined ? {} : { error }
  switch (binding?.from) {
    case undefined:
      return (
        <TextField
          label={name}
          {...wrong}
          value=""
          placeholder={t.sources.none}
          readOnly
          onChange={() => undefined}
        />
      )
    case 'fixed':
      return <FixedValue field={field} value={binding.value} error={error} onChange={props.onChange} />
    case 'input':
      return <FromInput {...props} chosen={binding.name} />
    case 'output':
      return <FromOutput {...props} binding={binding} />
    case 'text':
      return <TextWithValues {...props} template={binding.template} />
    default:
      return assertNever(binding)
  }
}

/** What is typed stays as it is typed; what is no value for the field yet is kept as words, and said to be none. */
function FixedValue({
  field,
  value,
  error,
  onChange,
}: {
  readonly field: FormField
  readonly value: Extract<Binding, { from: 'fixed' }>['value']
  readonly error: string | undefined
  readonly onChange: (binding: Binding) => void
}) {
  const [typed, setTyped] = useState(() => typedOf(field, value))
  return (
    <FieldControl
      // A step keeps what is typed: a title may be another document's by the time it runs.
      field={{ ...field, documents: false }}
      value={typed}
      error={error}
      onChange={(words) => {
        setTyped(words)
        const made = typedValue(field, words)
        onChange({ from: 'fixed', value: 'value' in made ? made.value : words })
      }}
    />
  )
}

function typedOf({ control }: FormField, value: Extract<Binding, { from: 'fixed' }>['value']): string {
  if (typeof value === 'string') return value
  if (value === null && control.kind !== 'json') return ''
  if (control.kind === 'lines' && Array.isArray(value)) return value.map(String).join('\n')
  return control.kind === 'json' ? JSON.stringify(value, null, 2) : JSON.stringify(value)
}

function FromInput({
  name,
  inputs,
  chosen,
  error,
  onChange,
}: BindingFieldProps & { readonly name: string; readonly chosen: string }) {
  const t = sequencesText()
  const known = inputs.map((input) => ({ value: input.name, label: input.label.trim() || input.name }))
  const gone =
    chosen === '' || known.some(({ value }) => value === chosen) ? [] : [{ value: chosen, label: chosen }]
  return (
    <Select
      label={name}
      aria-label={t.whichInput(name)}
      {...(error === undefined ? {} : { error })}
      value={chosen}
      options={[{ value: '', label: t.choose }, ...gone, ...known]}
      onChange={(input) => onChange({ from: 'input', name: input })}
    />
  )
}

const otherPlace = '\u0000other'

function FromOutput({
  name,
  earlier,
  binding,
  error,
  onChange,
  onTake,
}: BindingFieldProps & { readonly name: string; readonly binding: Extract<Binding, { from: 'output' }> }) {
  const t = sequencesText()
  const { of, path } = binding
  const source = earlier.find(({ step }) => of !== '' && step.output === of)
  const isListed = path === '' || source?.places.some((place) => place.path === path) === true
  const [free, setFree] = useState(!isListed)
  const wrong = error === undefined ? {} : { error }
  return (
    <div className="sequence-from">
      <Select
        label={name}
        aria-label={t.whichStep(name)}
        {...(source === undefined ? wrong : {})}
        value={source?.step.id ?? ''}
        options={[
          { value: '', label: of === '' || source !== undefined ? t.choose : of },
          ...earlier.map(({ number, step, title }) => ({ value: step.id, label: t.step(number, title) })),
        ]}
        onChange={(stepId) => onTake(stepId, (output) => ({ from: 'output', of: output, path: '' }))}
      />
      {source !== undefined && (
        <Select
          label={t.whichPlace(name)}
          labelHidden
          {...(free ? {} : wrong)}
          value={free ? otherPlace : path}
          options={[
            { value: '', label: t.wholeOutput },
            ...source.places.map(({ path: value, label }) => ({ value, label })),
            { value: otherPlace, label: t.otherPlace },
          ]}
          onChange={(chosen) => {
            setFree(chosen === otherPlace)
            if (chosen !== otherPlace) onChange({ from: 'output', of, path: chosen })
          }}
        />
      )}
      {source !== undefined && free && (
        <TextField
          label={t.place(name)}
          labelHidden
          mono
          hint={t.placeHint}
          {...wrong}
          value={path}
          spellCheck={false}
          onChange={(typed) => onChange({ from: 'output', of, path: typed })}
        />
      )}
    </div>
  )
}

/** A text, with a menu of the values that can stand in it. */
function TextWithValues({
  name,
  template,
  inputs,
  earlier,
  error,
  onChange,
  onTake,
}: BindingFieldProps & { readonly name: string; readonly template: string }) {
  const t = sequencesText()
  return (
    <div className="sequence-from">
      <TextArea
        label={name}
        hint={t.textHint}
        {...(error === undefined ? {} : { error })}
        value={template}
        onChange={(typed) => onChange({ from: 'text', template: typed })}
      />
      <InsertValue
        inputs={inputs}
        earlier={earlier}
        onInsert={(value) => onChange({ from: 'text', template: `${template}{{${value}}}` })}
        onInsertOf={(stepId, path) =>
          onTake(stepId, (output) => ({
            from: 'text',
            template: `${template}{{${[output, path].filter(Boolean).join('.')}}}`,
          }))
        }
      />
    </div>
  )
}

function InsertValue({
  inputs,
  earlier,
  onInsert,
  onInsertOf,
}: {
  readonly inputs: readonly SequenceInput[]
  readonly earlier: readonly EarlierStep[]
  readonly onInsert: (value: string) => void
  readonly onInsertOf: (stepId: string, path: string) => void
}) {
  const t = sequencesText()
  const items: MenuItem[] = [
    ...inputs.map((input) => ({
      id: `input ${input.name}`,
      label: input.label.trim() || input.name,
      detail: `input.${input.name}`,
      onSelect: () => onInsert(`input.${input.name}`),
    })),
    ...earlier.flatMap(({ number, step, title, places }): MenuItem[] => [
      { kind: 'heading', id: `step ${step.id}`, label: t.step(number, title) },
      ...places
        .filter(({ path }) => parsePath(path)?.at(-1) !== '0' && parsePath(path)?.at(-1) !== '*')
        .slice(0, offeredPlaces)
        .map(({ path, label }) => ({
          id: `${step.id} ${path}`,
          label,
          onSelect: () => onInsertOf(step.id, path),
        })),
    ]),
  ]
  if (items.length === 0) return null
  return (
    <Menu
      trigger={(props) => (
        <Button {...props} size="sm" variant="ghost" icon={Braces}>
          {t.insert}
        </Button>
      )}
      items={items}
    />
  )
}
