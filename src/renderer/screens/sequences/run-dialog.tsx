import { FlaskConical, Play } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Sequence } from '../../../shared/contract/sequences'
import type { GivenInputs, SequenceDefinition } from '../../../shared/sequences/definition'
import { goTo } from '../../stores/page'
import { runSequence } from '../../stores/sequences'
import { attempt } from '../../stores/toasts'
import { sequencesText } from '../../text/sequences'
import { HiddenText } from '../../ui/hidden-text'
import { FormDialog } from '../form-dialog'
import { givenBy, InputControl, typedAtFirst } from './given-inputs'

/** Runs a sequence as it is stored, after asking for what it begins with. */
export function RunDialog({
  sequence,
  onClose,
}: {
  readonly sequence: Sequence
  readonly onClose: () => void
}) {
  const t = sequencesText()
  const { definition } = sequence
  const run = async (inputs: GivenInputs) => {
    if (await beginRun(sequence, inputs)) onClose()
  }
  return (
    <InputsDialog
      definition={definition}
      title={t.runTitle(definition.name)}
      description={t.runText}
      icon={Play}
      confirm={t.run}
      onSubmit={run}
      onCancel={onClose}
    />
  )
}

/** Begins a run and shows its conversation; false where it could not begin, which is told. */
export async function beginRun(sequence: Sequence, inputs: GivenInputs): Promise<boolean> {
  const id = await attempt(runSequence(sequence, inputs))
  if (id === undefined) return false
  goTo({ screen: 'chat', id })
  return true
}

/** Asks for what a dry run begins with. */
export function DryRunDialog({
  definition,
  onSubmit,
  onCancel,
}: {
  readonly definition: SequenceDefinition
  readonly onSubmit: (inputs: GivenInputs) => void
  readonly onCancel: () => void
}) {
  const t = sequencesText()
  return (
    <InputsDialog
      definition={definition}
      title={t.dryRunTitle(definition.name)}
      description={t.dryRunText}
      icon={FlaskConical}
      confirm={t.begin}
      onSubmit={async (inputs) => onSubmit(inputs)}
      onCancel={onCancel}
    />
  )
}

function InputsDialog({
  definition: { inputs },
  title,
  onSubmit,
  ...dialog
}: {
  readonly definition: SequenceDefinition
  readonly title: string
  readonly description: string
  readonly icon: typeof Play
  readonly confirm: string
  readonly onSubmit: (inputs: GivenInputs) => Promise<void>
  readonly onCancel: () => void
}) {
  const [typed, setTyped] = useState(() => typedAtFirst(inputs))
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  // After the dialog has opened, and taken the keyboard itself.
  useLayoutEffect(() => {
    document.querySelector<HTMLElement>('.sequence-given :is(input, textarea, select, button)')?.focus()
  }, [])
  const made = givenBy(inputs, typed)
  const problems = 'problems' in made ? made.problems : {}
  const submit = async () => {
    // What is wrong is marked before it is looked for.
    flushSync(() => setAsked(true))
    if (!('inputs' in made)) {
      document.querySelector<HTMLElement>('.sequence-given [aria-invalid="true"]')?.focus()
      return
    }
    setBusy(true)
    await onSubmit(made.inputs)
    setBusy(false)
  }
  return (
    <FormDialog
      {...dialog}
      title={<HiddenText text={title} />}
      className="section-fields sequence-given"
      ready
      busy={busy}
      onSubmit={() => void submit()}
    >
      {inputs.map((input) => (
        <InputControl
          key={input.name}
          input={input}
          label={input.label.trim() || input.name}
          value={typed[input.name] ?? ''}
          error={asked ? problems[input.name] : undefined}
          onChange={(value) => setTyped({ ...typed, [input.name]: value })}
        />
      ))}
    </FormDialog>
  )
}
