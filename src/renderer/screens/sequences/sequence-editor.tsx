import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Sequence } from '../../../shared/contract/sequences'
import type { SequenceProblem } from '../../../shared/sequences/check'
import { sequenceLimits } from '../../../shared/sequences/definition'
import { useSequences } from '../../stores/sequences'
import { sequencesText } from '../../text/sequences'
import { isSubmitKey } from '../../ui/submit-key'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { ChangedElsewhere } from '../catalog/changed-elsewhere'
import { SaveBar } from '../catalog/save-bar'
import { Section } from '../section'
import { DryRunView } from './dry-run-view'
import { EarlierRuns, Versions } from './history'
import { InputsEditor } from './inputs-editor'
import { problemOf } from './problem-words'
import { DryRunDialog, RunDialog } from './run-dialog'
import { ProblemCount, SequenceHead } from './sequence-head'
import { StepsEditor } from './steps-editor'
import { useOpenedSteps } from './use-opened-steps'
import { type SequenceEditing, useSequenceEditing } from './use-sequence-editing'
import { useSequenceRuns } from './use-sequence-runs'
import { useShownProblems } from './use-shown-problems'

/** Writes a sequence; what is not saved is kept, wherever one goes meanwhile. */
export function SequenceEditor({ sequence }: { readonly sequence: Sequence | null }) {
  const editor = useRef<HTMLElement>(null)
  const editing = useSequenceEditing(sequence)
  const { opened, setOpened, showProblem } = useOpenedSteps(editor)
  const { place, definition, tools, problems, dirty, moved, busy, change } = editing
  const { shown, tried, showAll, leave } = useShownProblems(editing, sequence)
  const showFirst = () => {
    const [first] = problems
    if (first === undefined) return
    // What is wrong is there before it is looked for.
    flushSync(showAll)
    showProblem(first)
  }
  const runs = useSequenceRuns(editing, showFirst)
  const dry = useSequences((state) => state.dryRuns[place])
  useEffect(() => {
    if (dry?.kind === 'done') document.querySelector('#sequence-dry-run')?.scrollIntoView({ block: 'start' })
  }, [dry?.kind])
  const t = sequencesText()
  return (
    // No form: dialogs with forms of their own are in it, and Enter in their fields is not meant for it.
    <section
      ref={editor}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLTextAreaElement && event.target.form === null && isSubmitKey(event))
          void editing.saveHere()
      }}
      className="catalog sequence-editor"
      aria-label={definition.name.trim() || t.newTitle}
    >
      <SequenceHead busy={busy} moved={moved} onBegin={runs.begin} />
      {moved && <ChangedElsewhere words={t} onTakeNew={editing.discard} onKeepMine={editing.keepMine} />}
      <ProblemCount problems={shown} isNew={sequence === null && !tried} onShow={showFirst} />
      <NameFields editing={editing} isNew={sequence === null && !tried} />
      <Section title={t.inputs} intro={t.inputsIntro}>
        <InputsEditor
          inputs={definition.inputs}
          problems={shown}
          onChange={(inputs) => change({ ...definition, inputs })}
        />
      </Section>
      <Section title={t.steps} intro={t.stepsIntro}>
        <StepsEditor
          {...{ definition, tools, opened }}
          problems={shown}
          onOpened={setOpened}
          onChange={change}
        />
      </Section>
      {dry && (
        <DryRunView
          place={place}
          shown={dry}
          definition={definition}
          onRun={({ inputs }) => void runs.run(inputs)}
        />
      )}
      {sequence && (
        <>
          <EarlierRuns sequence={sequence} />
          <Versions sequence={sequence} />
        </>
      )}
      {dirty && (
        <SaveBar
          words={t}
          busy={busy}
          disabled={moved}
          onDiscard={editing.discard}
          onSave={() => void editing.saveHere()}
        />
      )}
      {runs.asking?.kind === 'dry_run' && (
        <DryRunDialog definition={definition} onSubmit={runs.dryRun} onCancel={runs.askNoMore} />
      )}
      {runs.asking?.kind === 'run' && <RunDialog sequence={runs.asking.sequence} onClose={runs.askNoMore} />}
    </section>
  )
}

function NameFields({
  editing: { definition, problems, change },
  isNew,
}: {
  readonly editing: SequenceEditing
  readonly isNew: boolean
}) {
  const t = sequencesText()
  // Before anything is written a missing name is no mistake.
  const isEmpty = isNew && definition.name === ''
  return (
    <div className="section-fields">
      <TextField
        label={t.name}
        {...(isEmpty ? {} : errorOf(problems))}
        value={definition.name}
        maxLength={sequenceLimits.name}
        autoFocus={isEmpty}
        onChange={(name) => change({ ...definition, name })}
      />
      <TextArea
        label={t.description}
        rows={1}
        maxLength={sequenceLimits.description}
        value={definition.description}
        onChange={(description) => change({ ...definition, description })}
      />
    </div>
  )
}

function errorOf(problems: readonly SequenceProblem[]) {
  const nameProblem = problems.find(({ code }) => code === 'no_name')
  const error = nameProblem && problemOf([nameProblem], 'name')
  return error === undefined ? {} : { error }
}
