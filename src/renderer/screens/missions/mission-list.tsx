import type { Mission } from '../../../shared/contract/missions'
import { assistantOf, useAssistants } from '../../stores/assistants'
import { newPlace } from '../../stores/kept-drafts'
import { isWritten, present, restoreMission, switchMission, useMissions } from '../../stores/missions'
import { attempt } from '../../stores/toasts'
import { missionsText } from '../../text/missions'
import { Badge } from '../../ui/badge'
import { HiddenText } from '../../ui/hidden-text'
import { RelativeTime } from '../../ui/relative-time'
import { StatusDot } from '../../ui/status-dot'
import { CatalogList } from '../catalog/catalog-list'
import { CatalogRow } from '../catalog/catalog-row'
import { Trash, TrashedRow } from '../catalog/trash'
import { MissionMenu } from './mission-menu'
import { endLooks, nextInWords, scheduleInWords } from './mission-words'
import { useWaiting } from './use-waiting'

/** Every mission with when it runs and how it went; below them those in the trash. */
export function MissionList() {
  const { all, drafts } = useMissions()
  const t = missionsText()
  const trashed = all.filter(({ trashedAt }) => trashedAt !== null)
  const begun = drafts[newPlace]
  return (
    <div className="catalog">
      <CatalogList
        words={t}
        begun={begun && { route: { screen: 'missions', id: newPlace }, name: begun.fields.name }}
        roomy
      >
        {present(all).map((mission) => (
          <Row key={mission.id} mission={mission} unsaved={isWritten(mission, drafts[mission.id])} />
        ))}
      </CatalogList>
      <Trash title={t.trash}>
        {trashed.map(({ id, name }) => (
          <TrashedRow key={id} name={name} words={t} restore={async () => (await restoreMission(id)).name} />
        ))}
      </Trash>
    </div>
  )
}

function Row({ mission, unsaved }: { readonly mission: Mission; readonly unsaved: boolean }) {
  const { id, name, schedule, switchedOn, assistantId } = mission
  const assistants = useAssistants((state) => state.all)
  const t = missionsText()
  const assistant = assistantOf(assistants, assistantId)?.name ?? t.assistantGone
  const facts = [assistant, scheduleInWords(schedule), nextInWords(mission)].filter((fact) => fact !== null)
  return (
    <CatalogRow
      route={{ screen: 'missions', id }}
      name={name}
      unsaved={unsaved ? t.unsaved : undefined}
      actions={
        <>
          {schedule.kind !== 'by_hand' && (
            <input
              type="checkbox"
              role="switch"
              className="ui-switch"
              aria-label={t.switchLabel(name)}
              title={t.switchLabel(name)}
              checked={switchedOn}
              aria-checked={switchedOn}
              onChange={(event) => void attempt(switchMission(id, event.currentTarget.checked))}
            />
          )}
          <MissionMenu mission={mission} />
        </>
      }
    >
      <span>
        <HiddenText text={facts.join(' · ')} />
      </span>
      <LastLine mission={mission} />
    </CatalogRow>
  )
}

/** What it does now, or how it ended last and what waits of it. */
export function LastLine({ mission }: { readonly mission: Mission }) {
  const { id, state, last } = mission
  const waiting = useWaiting(id)
  const t = missionsText()
  return (
    <span className="mission-last">
      {state === 'running' && <StatusDot tone="accent" pulse label={t.running} />}
      {state === 'waiting' && <StatusDot tone="neutral" label={t.waitsForRoom} />}
      {state === 'idle' && (last === null ? t.never : last.ended !== null && <LastEnd last={last} />)}
      {waiting > 0 && <Badge tone="accent">{t.waiting(waiting)}</Badge>}
    </span>
  )
}

function LastEnd({ last }: { readonly last: NonNullable<Mission['last']> }) {
  const t = missionsText()
  if (last.ended === null) return null
  const { icon: Icon, tone } = endLooks[last.ended]
  return (
    <span className={`mission-end ui-tone-${tone}`}>
      <Icon size={13} aria-hidden />
      {t.last} {t.ends[last.ended]}, <RelativeTime at={last.endedAt ?? last.startedAt} />
    </span>
  )
}
