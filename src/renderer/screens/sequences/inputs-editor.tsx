import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import type { SequenceProblem } from '../../../shared/sequences/check'
import {
  type InputKind,
  inputKindSchema,
  type SequenceInput,
  sequenceLimits,
} from '../../../shared/sequences/definition'
import { sequencesText } from '../../text/sequences'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { focusAdded } from '../../ui/focus-added'
import { IconButton } from '../../ui/icon-button'
import { Select } from '../../ui/select'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { newInput } from './changes'
import { InputControl } from './given-inputs'
import { errorOf, problemOf } from './problem-words'

/** What a run is asked for before it begins. */
export function InputsEditor({
  inputs,
  problems,
  onChange,
}: {
  readonly inputs: readonly SequenceInput[]
  readonly problems: readonly SequenceProblem[]
  readonly onChange: (inputs: SequenceInput[]) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const t = sequencesText()
  const add = () => focusAdded(() => onChange([...inputs, newInput(inputs)]), list, '.sequence-input')
  return (
    <div ref={list} className="section-fields">
      {inputs.length > 0 && (
        <ul className="sequence-inputs">
          {inputs.map((input, index) => (
            <OneInput
              // biome-ignore lint/suspicious/noArrayIndexKey: an input has no other name than the one that is being typed
              key={index}
              input={input}
              index={index}
              problems={problems.filter((problem) => problem.input === index)}
              onChange={(changed) => onChange(inputs.map((other, at) => (at === index ? changed : other)))}
              onRemove={() => onChange(inputs.toSpliced(index, 1))}
            />
          ))}
        </ul>
      )}
      {inputs.length < sequenceLimits.inputs && (
        <div className="section-buttons">
          <Button size="sm" icon={Plus} onClick={add}>
            {t.addInput}
          </Button>
        </div>
      )}
    </div>
  )
}

function OneInput({
  input,
  index,
  problems,
  onChange,
  onRemove,
}: {
  readonly input: SequenceInput
  /** Its place among them. */
  readonly index: number
  readonly problems: readonly SequenceProblem[]
  readonly onChange: (input: SequenceInput) => void
  readonly onRemove: () => void
}) {
  const t = sequencesText()
  const set = (more: Partial<SequenceInput>) => onChange({ ...input, ...more })
  return (
    <li className="sequence-input" data-input={index}>
      <div className="sequence-input-fields">
        <TextField
          label={t.inputLabel}
          value={input.label}
          maxLength={sequenceLimits.title}
          onChange={(label) => set({ label })}
        />
        <TextField
          label={t.inputName}
          mono
          {...errorOf(problems, 'name')}
          data-part="name"
          value={input.name}
          maxLength={40}
          spellCheck={false}
          onChange={(name) => set({ name })}
        />
        <Select
          label={t.inputKind}
          value={input.kind}
          options={inputKindSchema.options.map((kind) => ({ value: kind, label: t.inputKinds[kind] }))}
          onChange={(kind: InputKind) => set({ kind, initial: null })}
        />
        {input.kind === 'choice' && (
          <TextArea
            label={t.inputOptions}
            hint={t.inputOptionsHint}
            {...errorOf(problems, 'options')}
            data-part="options"
            value={input.options.join('\n')}
            onChange={(typed) => set({ options: typed.split('\n') })}
          />
        )}
        <div data-part="initial">
          <InputControl
            input={input}
            label={t.inputInitial}
            value={input.initial === null ? '' : String(input.initial)}
            error={problemOf(problems, 'initial')}
            onChange={(typed) => set({ initial: initialOf(input.kind, typed) })}
          />
        </div>
      </div>
      <div className="sequence-input-end">
        <Checkbox label={t.inputNeeded} checked={input.needed} onChange={(needed) => set({ needed })} />
        <IconButton icon={X} size="sm" label={t.removeInput(input.name)} onClick={onRemove} />
      </div>
    </li>
  )
}

/** What is no number yet stays as it is typed, and is said to be none. */
function initialOf(kind: InputKind, typed: string): SequenceInput['initial'] {
  if (typed === '') return null
  if (kind === 'yes_no') return typed === 'true'
  if (kind !== 'number') return typed
  const number = Number(typed.trim().replace(',', '.'))
  return Number.isFinite(number) && !/[.,]$/.test(typed.trim()) ? number : typed
}
