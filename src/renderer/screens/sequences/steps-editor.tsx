import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ToolInfo } from '../../../shared/contract/tools'
import { requiredFields, type SequenceProblem } from '../../../shared/sequences/check'
import { type SequenceDefinition, sequenceLimits } from '../../../shared/sequences/definition'
import { notify } from '../../stores/toasts'
import { sequencesText } from '../../text/sequences'
import { Button } from '../../ui/button'
import { focusAdded } from '../../ui/focus-added'
import { newStep, withDuplicate, withStepAt } from './changes'
import { stepTitle } from './places'
import { StepCard } from './step-card'
import { ToolPicker } from './tool-picker'
import { useStepOrder } from './use-step-order'

/** The steps in their order. */
export function StepsEditor({
  definition,
  tools,
  problems,
  opened,
  onOpened,
  onChange,
}: {
  readonly definition: SequenceDefinition
  readonly tools: readonly ToolInfo[]
  readonly problems: readonly SequenceProblem[]
  /** The ids of the steps that are open. */
  readonly opened: ReadonlySet<string>
  readonly onOpened: (opened: ReadonlySet<string>) => void
  readonly onChange: (definition: SequenceDefinition) => void
}) {
  const { steps } = definition
  const list = useRef<HTMLOListElement>(null)
  const grabbed = useRef<string | null>(null)
  const [picking, setPicking] = useState(false)
  const [told, setTold] = useState('')
  const t = sequencesText()
  const move = (from: number, to: number) => {
    const step = steps[from]
    if (step === undefined) return
    grabbed.current = step.id
    setTold(t.moved(stepTitle(step, tools), to + 1, steps.length))
    onChange(withStepAt(definition, from, to))
  }
  const handleOf = useStepOrder(list, steps.length, move)
  useEffect(() => {
    // The handle that was moved by a key keeps the keyboard at its new place.
    if (grabbed.current === null) return
    list.current
      ?.querySelector<HTMLElement>(`[data-step="${CSS.escape(grabbed.current)}"] .sequence-handle`)
      ?.focus()
    grabbed.current = null
  })
  const setOpen = (id: string, open: boolean) => {
    const others = [...opened].filter((other) => other !== id)
    onOpened(new Set(open ? [...others, id] : others))
  }
  const remove = (index: number) => {
    onChange({ ...definition, steps: steps.toSpliced(index, 1) })
    notify({
      tone: 'info',
      title: t.stepRemoved(index + 1),
      action: { label: t.undo, onSelect: () => onChange(definition) },
    })
  }
  return (
    <>
      {steps.length === 0 && <p className="catalog-quiet">{t.noSteps}</p>}
      <ol ref={list} className="sequence-steps">
        {steps.map((step, index) => (
          <StepCard
            key={step.id}
            definition={definition}
            index={index}
            step={step}
            tools={tools}
            problems={problems.filter((problem) => problem.step === step.id)}
            open={opened.has(step.id)}
            handle={handleOf(index)}
            onOpen={(open) => setOpen(step.id, open)}
            onChange={onChange}
            onMove={(to) => move(index, to)}
            onDuplicate={() => onChange(withDuplicate(definition, index))}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {told}
      </p>
      {steps.length < sequenceLimits.steps && (
        <div className="section-buttons">
          <Button icon={Plus} data-adds="step" onClick={() => setPicking(true)}>
            {t.addStep}
          </Button>
        </div>
      )}
      {picking && (
        <ToolPicker
          onCancel={() => setPicking(false)}
          onChoose={(tool) => {
            const step = newStep(tool.name, requiredFields(tool))
            const add = () => {
              setPicking(false)
              onOpened(new Set([...opened, step.id]))
              onChange({ ...definition, steps: [...steps, step] })
            }
            focusAdded(add, list, '.sequence-step')
          }}
        />
      )}
    </>
  )
}
