import {
  ChevronDown,
  ChevronRight,
  Copy,
  Ellipsis,
  GripVertical,
  MoveDown,
  MoveUp,
  Trash2,
  Wrench,
} from 'lucide-react'
import { useState } from 'react'
import type { ToolInfo } from '../../../shared/contract/tools'
import type { SequenceProblem } from '../../../shared/sequences/check'
import type { SequenceDefinition, SequenceStep } from '../../../shared/sequences/definition'
import { toolView } from '../../app/tool-views'
import { sequencesText } from '../../text/sequences'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { ClassBadge } from '../../ui/class-badge'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { withStep } from './changes'
import { stepTitle } from './places'
import { errorOf, problemOf } from './problem-words'
import { StepFields } from './step-fields'
import { ToolPicker } from './tool-picker'
import type { StepHandle } from './use-step-order'

/** Props of {@link StepCard}. */
export interface StepCardProps {
  readonly definition: SequenceDefinition
  readonly index: number
  readonly step: SequenceStep
  readonly tools: readonly ToolInfo[]
  readonly problems: readonly SequenceProblem[]
  readonly open: boolean
  readonly handle: StepHandle
  readonly onOpen: (open: boolean) => void
  readonly onChange: (definition: SequenceDefinition) => void
  readonly onMove: (to: number) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

/** One step: its head with the handle, and what it is given below. */
export function StepCard(props: StepCardProps) {
  const { index, step, tools, problems, open, handle, definition } = props
  const t = sequencesText()
  const tool = tools.find(({ name }) => name === step.tool)
  const number = index + 1
  const title = stepTitle(step, tools)
  const Icon = tool === undefined ? Wrench : toolView(tool.name).icon
  return (
    <li
      className="sequence-step"
      data-step={step.id}
      data-dragged={handle.dragged || undefined}
      data-drop={handle.drop}
    >
      <header className="sequence-step-head">
        <button
          type="button"
          className="sequence-handle"
          aria-label={t.moveStep(number)}
          title={t.moveStep(number)}
          {...handle.grip}
        >
          <GripVertical size={16} aria-hidden />
        </button>
        <button
          type="button"
          className="sequence-step-open"
          aria-expanded={open}
          onClick={() => props.onOpen(!open)}
        >
          {open ? <ChevronDown size={15} aria-hidden /> : <ChevronRight size={15} aria-hidden />}
          <span className="sequence-number">{number}</span>
          <Icon size={16} aria-hidden />
          <strong>
            <HiddenText text={title || t.chooseTool} />
          </strong>
        </button>
        {problems.length > 0 && <Badge tone="danger">{t.stepProblems(problems.length)}</Badge>}
        {tool && <ClassBadge toolClass={tool.class} />}
        <Menu
          align="end"
          trigger={(menu) => <IconButton {...menu} icon={Ellipsis} label={t.stepActions(number)} />}
          items={[
            {
              id: 'up',
              icon: MoveUp,
              label: t.moveUp,
              disabled: index === 0,
              onSelect: () => props.onMove(index - 1),
            },
            {
              ...{ id: 'down', icon: MoveDown, label: t.moveDown },
              disabled: number === definition.steps.length,
              onSelect: () => props.onMove(index + 1),
            },
            { id: 'duplicate', icon: Copy, label: t.duplicate, onSelect: props.onDuplicate },
            { id: 'remove', icon: Trash2, label: t.removeStep, danger: true, onSelect: props.onRemove },
          ]}
        />
      </header>
      {open && <Body {...props} tool={tool} />}
    </li>
  )
}

function Body(props: StepCardProps & { readonly tool: ToolInfo | undefined }) {
  const { definition, step, tool, tools, problems, onChange } = props
  const [picking, setPicking] = useState(false)
  const t = sequencesText()
  const set = (more: Partial<SequenceStep>) => onChange(withStep(definition, { ...step, ...more }))
  const renamed = tools.find(({ aliases }) => aliases.includes(step.tool))
  const wrong = problemOf(problems, 'tool')
  return (
    <div className="sequence-step-body">
      {tool !== undefined && <p className="catalog-quiet">{tool.description}</p>}
      {wrong !== undefined && <p className="sequence-wrong">{wrong}</p>}
      <div className="section-buttons">
        {renamed && (
          <Button size="sm" onClick={() => set({ tool: renamed.name })}>
            {t.takeRenamed(renamed.name)}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => setPicking(true)}>
          {t.otherTool}
        </Button>
      </div>
      {picking && (
        <ToolPicker
          onCancel={() => setPicking(false)}
          onChoose={(chosen) => {
            setPicking(false)
            set({ tool: chosen.name })
          }}
        />
      )}
      {tool && <StepFields {...props} tool={tool} />}
      <More {...props} set={set} />
    </div>
  )
}

function More({
  step,
  problems,
  set,
}: StepCardProps & { readonly set: (more: Partial<SequenceStep>) => void }) {
  const t = sequencesText()
  const isWrong = problems.some(({ part }) => part === 'output' || part === 'success' || part === 'failure')
  return (
    <details className="sequence-more" open={isWrong || undefined}>
      <summary>{t.more}</summary>
      <div className="section-fields">
        <TextField
          label={t.stepTitle}
          hint={t.stepTitleHint}
          value={step.title}
          onChange={(title) => set({ title })}
        />
        <TextField
          label={t.output}
          hint={t.outputHint}
          mono
          {...errorOf(problems, 'output')}
          data-part="output"
          value={step.output}
          maxLength={40}
          spellCheck={false}
          onChange={(output) => set({ output })}
        />
        <TextArea
          label={t.success}
          rows={1}
          {...errorOf(problems, 'success')}
          data-part="success"
          value={step.success}
          onChange={(success) => set({ success })}
        />
        <TextArea
          label={t.failure}
          rows={1}
          {...errorOf(problems, 'failure')}
          data-part="failure"
          value={step.failure}
          onChange={(failure) => set({ failure })}
        />
        <Checkbox
          label={t.goesOn}
          hint={t.goesOnHint}
          checked={step.goesOn}
          onChange={(goesOn) => set({ goesOn })}
        />
      </div>
    </details>
  )
}
