import { FlaskConical, Play } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Sequence } from '../../../shared/contract/sequences'
import { problemsOf, type SequenceProblem } from '../../../shared/sequences/check'
import type { GivenInputs, SequenceDefinition } from '../../../shared/sequences/definition'
import { sequenceLimits } from '../../../shared/sequences/definition'
import { useCatalog } from '../../app/tool-views'
import { newPlace } from '../../stores/kept-drafts'
import { goTo } from '../../stores/page'
import {
  changeSequenceDraft,
  draftOf,
  dropSequenceDraft,
  dryRunSequence,
  saveSequence,
  takeAsked,
  useSequences,
} from '../../stores/sequences'
import { attempt, notify } from '../../stores/toasts'
import { sequencesText } from '../../text/sequences'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { BackTo } from '../catalog/back-to'
import { ChangedElsewhere } from '../catalog/changed-elsewhere'
import { SaveBar } from '../catalog/save-bar'
import { useSaveKey } from '../catalog/save-key'
import { offerBack } from '../catalog/tell-dropped'
import { Section } from '../section'
import { DryRunView } from './dry-run-view'
import { EarlierRuns, Versions } from './history'
import { InputsEditor } from './inputs-editor'
import { problemOf } from './problem-words'
import { beginRun, DryRunDialog, RunDialog } from './run-dialog'
import { StepsEditor } from './steps-editor'

/** Writes a sequence; what is not saved is kept, wherever one goes meanwhile. */
export function SequenceEditor({ sequence }: { readonly sequence: Sequence | null }) {
  const place = sequence?.id ?? newPlace
  const kept = useSequences((state) => state.drafts[place])
  const asked = useSequences((state) => state.asked)
  const dry = useSequences((state) => state.dryRuns[place])
  const tools = useCatalog()
  const editor = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState<'dry_run' | 'run' | null>(null)
  const [running, setRunning] = useState<Sequence>()
  const [busy, setBusy] = useState(false)
  const t = sequencesText()
  const draft = kept ?? draftOf(sequence)
  const { definition } = draft
  // Before the catalog is here nothing can be said of it.
  const known = tools.length > 0
  const problems = useMemo(() => (known ? problemsOf(definition, tools) : []), [definition, tools, known])
  const change = (changed: SequenceDefinition) => changeSequenceDraft({ ...draft, definition: changed })
  const moved = sequence !== null && kept !== undefined && kept.revision !== sequence.revision
  const dirty = kept !== undefined || sequence === null

  const save = async (): Promise<Sequence | undefined> => {
    if (busy || moved) return undefined
    if (!dirty) return sequence ?? undefined
    setBusy(true)
    const saved = await attempt(saveSequence(draft))
    setBusy(false)
    if (saved === undefined) return undefined
    notify({ tone: 'success', title: t.saved(saved.definition.name || t.newTitle) })
    return saved
  }
  const saveHere = async () => {
    const saved = await save()
    if (saved !== undefined && sequence === null) goTo({ screen: 'sequences', id: saved.id })
  }
  useSaveKey(() => void saveHere())
  const discard = () => {
    dropSequenceDraft(draft.id)
    if (kept !== undefined) {
      offerBack(kept, {
        place: { screen: 'sequences', id: place },
        latest: () => useSequences.getState().drafts[place],
        change: changeSequenceDraft,
      })
    }
    if (sequence === null) goTo({ screen: 'sequences', id: null })
  }
  const showFirst = () => {
    const [first] = problems
    if (first === undefined) return
    // What is wrong is there before it is looked for.
    const { step } = first
    if (step !== null) flushSync(() => setOpened(new Set([...opened, step])))
    const within =
      step === null ? editor.current : editor.current?.querySelector(`[data-step="${CSS.escape(step)}"]`)
    const wrong =
      within?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? within?.querySelector('button')
    wrong?.focus()
  }
  const dryRun = (inputs: GivenInputs) => {
    setAsking(null)
    void dryRunSequence(place, definition, inputs)
  }
  const begin = (what: 'dry_run' | 'run') => {
    if (!known) return
    if (problems.length > 0) showFirst()
    else if (what === 'run') void runSaved()
    else if (definition.inputs.length > 0) setAsking(what)
    else dryRun({})
  }
  const runSaved = async (inputs?: GivenInputs) => {
    const saved = await save()
    if (saved === undefined) return
    const given = inputs ?? (saved.definition.inputs.length === 0 ? {} : undefined)
    if (given === undefined) setRunning(saved)
    else await beginRun(saved, given)
  }
  const beginAsked = useEffectEvent(() => begin('run'))
  useEffect(() => {
    if (known && asked === place && takeAsked(place)) beginAsked()
  }, [asked, place, known])
  useEffect(() => {
    if (dry?.kind === 'done') document.querySelector('#sequence-dry-run')?.scrollIntoView({ block: 'start' })
  }, [dry?.kind])

  return (
    // No form: dialogs with forms of their own are in it, and Enter in their fields is not meant for it.
    <section
      ref={editor}
      className="catalog sequence-editor"
      aria-label={definition.name.trim() || t.newTitle}
    >
      <Head busy={busy} moved={moved} onBegin={begin} />
      {moved && (
        <ChangedElsewhere
          words={t}
          onTakeNew={discard}
          onKeepMine={() => changeSequenceDraft({ ...draft, revision: sequence.revision })}
        />
      )}
      <ProblemCount problems={problems} isNew={sequence === null} onShow={showFirst} />
      <div className="section-fields">
        <TextField
          label={t.name}
          {...(sequence === null && definition.name === '' ? {} : errorOf(problems))}
          value={definition.name}
          maxLength={sequenceLimits.name}
          autoFocus={sequence === null && definition.name === ''}
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
      <Section title={t.inputs} intro={t.inputsIntro}>
        <InputsEditor
          inputs={definition.inputs}
          problems={problems}
          onChange={(inputs) => change({ ...definition, inputs })}
        />
      </Section>
      <Section title={t.steps} intro={t.stepsIntro}>
        <StepsEditor
          definition={definition}
          tools={tools}
          problems={problems}
          opened={opened}
          onOpened={setOpened}
          onChange={change}
        />
      </Section>
      {dry && (
        <DryRunView
          place={place}
          shown={dry}
          definition={definition}
          onRun={({ inputs }) => void runSaved(inputs)}
        />
      )}
      {sequence && (
        <>
          <EarlierRuns sequence={sequence} />
          <Versions sequence={sequence} />
        </>
      )}
      {dirty && (
        <SaveBar words={t} busy={busy} disabled={moved} onDiscard={discard} onSave={() => void saveHere()} />
      )}
      {asking === 'dry_run' && (
        <DryRunDialog definition={definition} onSubmit={dryRun} onCancel={() => setAsking(null)} />
      )}
      {running && <RunDialog sequence={running} onClose={() => setRunning(undefined)} />}
    </section>
  )
}

function errorOf(problems: readonly SequenceProblem[]) {
  const nameProblem = problems.find(({ code }) => code === 'no_name')
  const error = nameProblem && problemOf([nameProblem], 'name')
  return error === undefined ? {} : { error }
}

function Head({
  busy,
  moved,
  onBegin,
}: {
  readonly busy: boolean
  readonly moved: boolean
  readonly onBegin: (what: 'dry_run' | 'run') => void
}) {
  const t = sequencesText()
  return (
    <div className="sequence-head">
      <BackTo screen="sequences">{t.back}</BackTo>
      <div className="section-buttons">
        <Button icon={FlaskConical} disabled={moved} onClick={() => onBegin('dry_run')}>
          {t.dryRun}
        </Button>
        <Button icon={Play} variant="primary" busy={busy} disabled={moved} onClick={() => onBegin('run')}>
          {t.run}
        </Button>
      </div>
    </div>
  )
}

function ProblemCount({
  problems,
  isNew,
  onShow,
}: {
  readonly problems: readonly SequenceProblem[]
  /** Before anything is written an empty sequence is no mistake. */
  readonly isNew: boolean
  readonly onShow: () => void
}) {
  const t = sequencesText()
  if (
    problems.length === 0 ||
    (isNew && problems.every(({ code }) => code === 'no_name' || code === 'no_steps'))
  ) {
    return null
  }
  return (
    <Notice
      tone="warning"
      title={t.problemCount(problems.length)}
      actions={
        <Button size="sm" onClick={onShow}>
          {t.showFirst}
        </Button>
      }
    />
  )
}
