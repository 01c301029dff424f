import { useRef } from 'react'
import type { Mission, MissionFields } from '../../../shared/contract/missions'
import { usable, useAssistants } from '../../stores/assistants'
import { newPlace } from '../../stores/kept-drafts'
import {
  changeMissionDraft,
  draftOfMission,
  dropMissionDraft,
  type MissionDraft,
  saveMission,
  useMissions,
} from '../../stores/missions'
import { goOnFromHere, goTo } from '../../stores/page'
import { useSettings } from '../../stores/settings'
import { notify } from '../../stores/toasts'
import { missionsText } from '../../text/missions'
import { Notice } from '../../ui/notice'
import { Select } from '../../ui/select'
import { Switch } from '../../ui/switch'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { CatalogEditor } from '../catalog/catalog-editor'
import { ReferenceSelect } from '../catalog/reference-select'
import { useSaving } from '../catalog/use-saving'
import { writingOf } from '../catalog/writing'
import { NumberField } from '../number-field'
import { Section } from '../section'
import { type DraftProblems, problemsOf } from './draft-problems'
import { ScheduleField } from './schedule-field'

/** Changes a mission, or makes one; what is not saved is kept, wherever one goes meanwhile. */
export function MissionEditor({ mission }: { readonly mission: Mission | null }) {
  const place = mission?.id ?? newPlace
  const kept = useMissions((state) => state.drafts[place])
  const all = useMissions((state) => state.all)
  const form = useRef<HTMLFormElement>(null)
  const { asked, busy, trySaving } = useSaving(form)
  const t = missionsText()
  const writing = writingOf({
    screen: 'missions',
    ...{ place, kept, stored: mission },
    draftOf: () => draftOfMission(mission),
    latest: () => useMissions.getState().drafts[place],
    change: changeMissionDraft,
    drop: dropMissionDraft,
  })
  const { draft } = writing
  const { fields } = draft
  const problems = problemsOf(fields, draft.id, all)
  const change = (more: Partial<MissionFields>) =>
    changeMissionDraft({ ...draft, fields: { ...fields, ...more } })

  const save = async () => {
    const goOn = goOnFromHere()
    const saved = await saveMission(draft)
    notify({ tone: 'success', title: t.saved(saved.name) })
    goOn({ screen: 'missions', id: saved.id })
  }
  const discard = () => {
    writing.drop()
    goTo({ screen: 'missions', id: draft.id })
  }

  return (
    <CatalogEditor
      screen="missions"
      words={t}
      label={fields.name.trim() || t.newTitle}
      {...{ form, busy, writing }}
      onSave={() => void trySaving(() => Object.keys(problems).length === 0, save)}
      onDiscard={discard}
    >
      <What draft={draft} problems={asked ? problems : {}} onChange={change} />
      <When fields={fields} problem={asked ? problems.schedule : undefined} onChange={change} />
      <Limits fields={fields} problem={asked ? problems.limit : undefined} onChange={change} />
    </CatalogEditor>
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
  return (
    <ReferenceSelect
      label={t.assistant}
      hint={t.assistantHint}
      words={{ gone: t.assistantGone }}
      value={assistantId}
      choices={usable(all)}
      onChange={(chosen) => chosen !== null && onChange({ assistantId: chosen })}
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
