import { History, MessageSquare } from 'lucide-react'
import { useEffect } from 'react'
import type { Sequence, SequenceVersion } from '../../../shared/contract/sequences'
import { useCatalog } from '../../app/tool-views'
import { goTo } from '../../stores/page'
import {
  changeSequenceDraft,
  loadSequenceRuns,
  loadSequenceVersions,
  saveSequence,
  useSequences,
} from '../../stores/sequences'
import { attempt, notify } from '../../stores/toasts'
import { sequencesText } from '../../text/sequences'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Diff } from '../../ui/diff'
import { RelativeTime } from '../../ui/relative-time'
import type { Tone } from '../../ui/tone'
import { Section } from '../section'
import { differenceOf } from './version-difference'

const tones: Readonly<Record<'running' | 'completed' | 'stopped' | 'failed', Tone>> = {
  running: 'info',
  completed: 'success',
  stopped: 'neutral',
  failed: 'danger',
}

/** The runs of a sequence, newest first, with the conversations that they are in. */
export function EarlierRuns({ sequence: { id } }: { readonly sequence: Sequence }) {
  const runs = useSequences((state) => state.runs[id])
  const t = sequencesText()
  useEffect(() => {
    void attempt(loadSequenceRuns(id))
  }, [id])
  return (
    <Section title={t.runs}>
      {runs?.length === 0 && <p className="catalog-quiet">{t.noRuns}</p>}
      {runs !== undefined && runs.length > 0 && (
        <ul className="catalog-list catalog-items">
          {runs.map((run) => (
            <li key={run.runId} className="sequence-run">
              <Badge tone={tones[run.status]}>{t.runStatus[run.status]}</Badge>
              <span className="catalog-words catalog-quiet">
                <span>
                  <RelativeTime at={run.startedAt} /> · {t.runVersion(run.version)}
                </span>
              </span>
              {run.trashed ? (
                <span className="catalog-quiet">{t.runTrashed}</span>
              ) : (
                <Button
                  size="sm"
                  icon={MessageSquare}
                  onClick={() => goTo({ screen: 'chat', id: run.conversationId })}
                >
                  {t.openRun}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Every saving of a sequence, newest first; one that is brought back is a new version. */
export function Versions({ sequence }: { readonly sequence: Sequence }) {
  const { id, revision } = sequence
  const versions = useSequences((state) => state.versions[id])
  const t = sequencesText()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later version is asked for too
  useEffect(() => {
    void attempt(loadSequenceVersions(id))
  }, [id, revision])
  const bringBack = async ({ version, definition }: SequenceVersion) => {
    const draft = { id, revision, definition }
    const before = useSequences.getState().drafts[id]
    const saved = await attempt(saveSequence(draft))
    if (saved === undefined) return
    // What was being written is kept, and says that it was changed elsewhere.
    if (before !== undefined) changeSequenceDraft(before)
    notify({ tone: 'success', title: t.broughtBack(version) })
  }
  return (
    <Section title={t.versions} intro={t.versionsIntro}>
      <ul className="catalog-list">
        {versions?.map((version, index) => (
          <li key={version.version} className="sequence-version">
            <div className="sequence-run">
              <strong>{t.version(version.version)}</strong>
              <span className="catalog-words catalog-quiet">
                <RelativeTime at={version.savedAt} />
              </span>
              {version.version === revision ? (
                <Badge>{t.currentVersion}</Badge>
              ) : (
                <Button size="sm" icon={History} onClick={() => void bringBack(version)}>
                  {t.bringBack}
                </Button>
              )}
            </div>
            <Difference version={version} before={versions[index + 1]} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Difference({
  version,
  before,
}: {
  readonly version: SequenceVersion
  readonly before: SequenceVersion | undefined
}) {
  const tools = useCatalog()
  const t = sequencesText()
  if (before === undefined) return <p className="catalog-quiet sequence-first">{t.firstVersion}</p>
  return (
    <details className="sequence-more">
      <summary>{t.showDifference}</summary>
      <Diff hunks={differenceOf(before.definition, version.definition, tools)} />
    </details>
  )
}
