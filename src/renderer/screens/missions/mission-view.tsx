import { CircleStop, Pencil, Play } from 'lucide-react'
import { useEffect } from 'react'
import type { Mission } from '../../../shared/contract/missions'
import { assistantOf, useAssistants } from '../../stores/assistants'
import { loadLog, loadOlder, stopMission, switchMission, useMissions } from '../../stores/missions'
import { leaveTo } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { missionsText } from '../../text/missions'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { Markdown } from '../../ui/markdown'
import { Spinner } from '../../ui/spinner'
import { Switch } from '../../ui/switch'
import { BackTo } from '../catalog/back-to'
import { Section } from '../section'
import { IterationEntry } from './iteration-entry'
import { LastLine } from './mission-list'
import { editMission, MissionMenu, runNow } from './mission-menu'
import { nextInWords, scheduleInWords } from './mission-words'
import { useWaiting } from './use-waiting'

/** A mission: what it does, when, and its log. */
export function MissionView({ mission }: { readonly mission: Mission }) {
  const { id, name, prompt, schedule, switchedOn, assistantId, state } = mission
  const assistants = useAssistants((all) => all.all)
  const t = missionsText()
  const assistant = assistantOf(assistants, assistantId)?.name ?? t.assistantGone
  return (
    <article className="catalog mission" aria-label={name}>
      <div className="mission-bar">
        <span className="catalog-back">
          <BackTo screen="missions">{t.back}</BackTo>
        </span>
        <span className="mission-actions">
          <Button size="sm" icon={Pencil} onClick={() => editMission(mission)}>
            {t.edit}
          </Button>
          {state === 'idle' ? (
            <Button size="sm" variant="primary" icon={Play} onClick={() => void runNow(id)}>
              {t.run}
            </Button>
          ) : (
            <Button size="sm" icon={CircleStop} onClick={() => void attempt(stopMission(id))}>
              {t.stop}
            </Button>
          )}
          <MissionMenu mission={mission} />
        </span>
      </div>
      <header className="mission-head">
        <h2>
          <HiddenText text={name} />
        </h2>
        <p>
          <HiddenText
            text={[assistant, scheduleInWords(schedule), nextInWords(mission)]
              .filter((fact) => fact !== null)
              .join(' · ')}
          />
        </p>
        <LastLine mission={mission} />
      </header>
      {schedule.kind !== 'by_hand' && (
        <Switch
          label={t.switchedOn}
          checked={switchedOn}
          onChange={(on) => void attempt(switchMission(id, on))}
        />
      )}
      <Section title={t.what}>
        <Markdown text={prompt} onLink={leaveTo} />
      </Section>
      <Section title={t.log}>
        <Log mission={mission} />
      </Section>
    </article>
  )
}

function Log({ mission }: { readonly mission: Mission }) {
  const { id } = mission
  const log = useMissions((state) => (state.log?.missionId === id ? state.log : null))
  const waiting = useWaiting(id)
  const t = missionsText()
  // What became of what was proposed is told anew with each decision.
  // biome-ignore lint/correctness/useExhaustiveDependencies: how many wait is the reason to load
  useEffect(() => {
    void attempt(loadLog(id))
  }, [id, waiting])
  if (log === null) return <Spinner />
  if (log.iterations.length === 0) return <p className="catalog-quiet">{t.logEmpty}</p>
  return (
    <>
      <ol className="catalog-list mission-log">
        {log.iterations.map((iteration, index) => (
          <IterationEntry key={iteration.id} missionId={id} iteration={iteration} first={index === 0} />
        ))}
      </ol>
      {log.more && (
        <Button variant="ghost" onClick={() => void attempt(loadOlder())}>
          {t.older}
        </Button>
      )}
    </>
  )
}
