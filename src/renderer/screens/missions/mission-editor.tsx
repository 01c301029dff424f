import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Mission, MissionFields } from '../../../shared/contract/missions'
import { toErrorShape } from '../../../shared/errors'
import { usable, useAssistants } from '../../stores/assistants'
import {
  changeMissionDraft,
  draftOf,
  dropMissionDraft,
  type MissionDraft,
  newMission,
  saveMission,
  useMissions,
} from '../../stores/missions'
import { goTo } from '../../stores/page'
import { useSettings } from '../../stores/settings'
import { notify } from '../../stores/toasts'
import { missionsText } from '../../text/missions'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Select } from '../../ui/select'
import { Switch } from '../../ui/switch'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { NumberField } from '../number-field'
import { Section } from '../section'
import { type DraftProblems, problemsOf } from './draft-problems'
import { ScheduleField } from './schedule-field'

/** Changes a mission, or makes one; what is not saved is kept, wherever one goes meanwhile. */
export function MissionEditor({ mission }: { readonly mission: Mission | null }) {
  const kept = useMissions((state) => state.drafts[mission?.id ?? newMission])
  const all = useMissions((state) => state.all)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const t = missionsText()
  const draft = kept ?? draftOf(mission)
  const { fields } = draft
  const problems = problemsOf(fields, draft.id, all)
  const change = (more: Partial<MissionFields>) =>
    changeMissionDraft({ ...draft, fields: { ...fields, ...more } })
  const moved = mission !== null && draft.revision !== mission.revision

  const save = async () => {
    // What is wrong is marked before it is looked for.
    flushSync(() => setAsked(true))
    if (Object.keys(problems).length > 0) {
      document.querySelector<HTMLElement>('.mission-editor [aria-invalid="true"]')?.focus()
      return
    }
    setBusy(true)
    try {
      const saved = await saveMission(draft)
      notify({ tone: 'success', title: t.saved(saved.name) })
      goTo({ screen: 'missions', id: saved.id })
    } catch (error) {
      notify({ tone: 'danger', title: toErrorShape(error).message })
    } finally {
      setBusy(false)
    }
  }
  const discard = () => {
    dropMissionDraft(draft.id)
    goTo({ screen: 'missions', id: draft.id })
  }

  return (
    <form
      className="catalog mission-editor"
      aria-label={fields.name.trim() || t.newTitle}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="catalog-back">
        <Button
          variant="ghost"
          size="sm"
          icon={ArrowLeft}
          onClick={() => goTo({ screen: 'missions', id: null })}
        >
          {t.back}
        </Button>
      </div>
      {moved && (
        <Notice
          tone="warning"
          title={t.conflict}
          kept={t.conflictKept}
          actions={
            <>
              <Button size="sm" onClick={discard}>
                {t.takeNew}
              </Button>
              <Button size="sm" onClick={() => changeMissionDraft({ ...draft, revision: mission.revision })}>
                {t.keepMine}
              </Button>
            </>
          }
        />
      )}
      <What draft={draft} problems={asked ? problems : {}} onChange={change} />
      <When fields={fields} problem={asked ? problems.schedule : undefined} onChange={change} />
      <Limits fields={fields} problem={asked ? problems.limit : undefined} onChange={change} />
      <footer className="mission-save">
        <span>{t.kept}</span>
        <Button onClick={discard}>{t.discard}</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={moved}>
          {t.save}
        </Button>
      </footer>
    </form>
  )
}

interface PartProps {
  readonly onChange: (more: Partial<MissionFields>) => void
}

function What({
  draft,
  problems,
  onChange,
}: PartProps & { readonly draft: MissionDraft; readonly problems: DraftProblems }) {
  const { id, fields } = draft
  const offline = useSettings((state) => state.model?.provider === 'offline')
  const t = missionsText()
  return (
    <div className="section-fields">
      <TextField
        label={t.name}
        error={problems.name}
        value={fields.name}
        autoFocus={id === null}
        onChange={(name) => onChange({ name })}
      />
      <TextArea
        label={t.prompt}
        hint={t.promptHint}
        error={problems.prompt}
        placeholder={t.promptPlaceholder}
        rows={6}
        maxHeight={480}
        value={fields.prompt}
        onChange={(prompt) => onChange({ prompt })}
      />
      {offline && <Notice title={t.offline} />}
      <AssistantField assistantId={fields.assistantId} onChange={onChange} />
    </div>
  )
}

function AssistantField({ assistantId, onChange }: PartProps & { readonly assistantId: string }) {
  const all = useAssistants((state) => state.all)
  const t = missionsText()
  const here = usable(all)
  const gone = !here.some(({ id }) => id === assistantId)
  return (
    <Select
      label={t.assistant}
      hint={t.assistantHint}
      value={assistantId}
      options={[
        ...(gone ? [{ value: assistantId, label: t.assistantGone }] : []),
        ...here.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(chosen) => onChange({ assistantId: chosen })}
    />
  )
}

function When({
  fields,
  problem,
  onChange,
}: PartProps & { readonly fields: MissionFields; readonly problem: string | undefined }) {
  const t = missionsText()
  return (
    <Section title={t.scheduleTitle}>
      <ScheduleField
        schedule={fields.schedule}
        problem={problem}
        onChange={(schedule) => onChange({ schedule })}
      />
      {fields.schedule.kind !== 'by_hand' && (
        <>
          <Select
            label={t.late}
            value={fields.late}
            options={(['run', 'skip'] as const).map((value) => ({ value, label: t.lates[value] }))}
            onChange={(late) => onChange({ late })}
          />
          <Switch
            label={t.switchedOn}
            checked={fields.switchedOn}
            onChange={(switchedOn) => onChange({ switchedOn })}
          />
        </>
      )}
    </Section>
  )
}

function Limits({
  fields,
  problem,
  onChange,
}: PartProps & { readonly fields: MissionFields; readonly problem: string | undefined }) {
  const t = missionsText()
  const choices = ['always', 'needed', 'never'] as const
  return (
    <Section title={t.limitsTitle}>
      <div className="section-row section-pair">
        <NumberField
          label={t.limit}
          hint={t.limitHint}
          error={problem}
          value={fields.limitMinutes}
          onChange={(minutes) => onChange({ limitMinutes: minutes ?? 0 })}
        />
        <Select
          label={t.tells}
          hint={t.tellsHint}
          value={fields.tells}
          options={choices.map((value) => ({ value, label: t.tellsChoices[value] }))}
          onChange={(tells) => onChange({ tells })}
        />
      </div>
    </Section>
  )
}
