import { ArchiveRestore, Download, History, SearchX, ShieldAlert, ShieldCheck } from 'lucide-react'
import { startTransition, useEffect, useMemo, useState } from 'react'
import {
  exportChanges,
  isNarrowed,
  isRestorable,
  loadChanges,
  loadOlderChanges,
  useChanges,
  verifyChanges,
} from '../../stores/changes'
import { usePage } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { formatDay } from '../../text/language'
import { messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Notice } from '../../ui/notice'
import { saveFile } from '../../ui/save-file'
import { SearchField } from '../../ui/search-field'
import { SegmentedControl } from '../../ui/segmented-control'
import { Spinner } from '../../ui/spinner'
import { ScreenHeader } from '../screen-header'
import { ActivityFilters, useFilterBar } from './activity-filters'
import { ChangeGroupView } from './change-entry'
import { firstEntries, groupByDay } from './group-changes'
import './activity.css'

/** Pause in typing after which a search begins, in milliseconds. */
const typingPauseMs = 200
/** Entries that are drawn at once, more than a window shows, and then at a time. */
const entriesAtOnce = 20

/** Everything that changed, by whom, and the way back. */
export function ActivityScreen() {
  const { changes: all, filter, loaded, more } = useChanges()
  const { deleted } = filter
  const changes = useMemo(() => {
    // What is told before the rest is there would move when it comes, under a hand that reaches for its Undo.
    if (!loaded) return []
    // One that was brought back meanwhile is none any more.
    return deleted ? all.filter(isRestorable) : all
  }, [all, deleted, loaded])
  const { search } = filter
  const narrowed = isNarrowed(filter)
  const filters = useFilterBar()
  const ready = usePage((page) => page.ready)
  const [typed, setTyped] = useState(search)
  const days = useMemo(() => groupByDay(changes), [changes])
  const drawn = firstEntries(days, useDrawn(changes.length))
  const t = text().activity

  useEffect(() => {
    // What the person came for is there before thousands of records are checked.
    if (ready) void attempt(loadChanges().then(verifyChanges))
  }, [ready])
  useEffect(() => {
    const now = useChanges.getState().filter
    if (typed === now.search) return
    const timer = setTimeout(
      () => void attempt(loadChanges({ ...useChanges.getState().filter, search: typed })),
      typingPauseMs,
    )
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <div className="screen">
      <ScreenHeader title={t.title}>
        <ChainState />
        <ExportButton />
      </ScreenHeader>
      <div className="screen-body">
        <div className="screen-column activity">
          <BrokenChain />
          {(loaded && changes.length === 0 && !narrowed) || (
            <div className="activity-tools">
              <div className="activity-search">
                <SearchField label={t.search} value={typed} onChange={setTyped} />
                {filters.button}
              </div>
              <ShownChanges />
              {filters.open && <ActivityFilters />}
              {filters.state}
            </div>
          )}
          {!loaded && <Spinner />}
          {loaded && changes.length === 0 && (
            <div className="screen-empty">
              {!narrowed ? (
                <EmptyState icon={History} title={t.empty}>
                  {t.emptyText}
                </EmptyState>
              ) : deleted && search.trim() === '' ? (
                <EmptyState icon={ArchiveRestore} title={decisionText().activity.nothingDeleted}>
                  {decisionText().activity.nothingDeletedText}
                </EmptyState>
              ) : (
                <EmptyState icon={SearchX} title={t.nothingFound}>
                  {t.nothingFoundText}
                </EmptyState>
              )}
            </div>
          )}
          {days
            .filter(({ groups }) => groups.some((group) => drawn.has(group)))
            .map((day) => (
              <section key={day.key} aria-label={formatDay(day.at)}>
                <h2 className="activity-day">{formatDay(day.at)}</h2>
                {day.groups.map((group) => (
                  <ChangeGroupView key={group.key} group={group} drawn={drawn.get(group) ?? 0} />
                ))}
              </section>
            ))}
          {more && (
            <Button variant="ghost" onClick={() => void attempt(loadOlderChanges())}>
              {t.loadMore}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** All changes, or what was deleted and can be brought back. */
function ShownChanges() {
  const filter = useChanges((state) => state.filter)
  const t = decisionText().activity
  return (
    <SegmentedControl
      label={t.shown}
      size="sm"
      value={filter.deleted ? 'deleted' : 'all'}
      segments={[
        { value: 'all', label: t.allChanges },
        { value: 'deleted', label: t.restorable },
      ]}
      onChange={(value) =>
        void attempt(
          loadChanges({
            ...filter,
            deleted: value === 'deleted' ? true : undefined,
            // They say the same in more words.
            class: undefined,
            status: undefined,
          }),
        )
      }
    />
  )
}

/** How many of so many entries to draw: what a window shows at once, and then more while the person can already act. */
function useDrawn(entries: number): number {
  const [drawn, setDrawn] = useState(entriesAtOnce)
  useEffect(() => {
    if (drawn >= entries) return
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(drawn + entriesAtOnce)))
    return () => cancelAnimationFrame(frame)
  }, [drawn, entries])
  return drawn
}

function ChainState() {
  const audit = useChanges((state) => state.audit)
  const t = text().activity
  if (audit === null) return <span className="chain">{t.checking}</span>
  return (
    <button
      type="button"
      className="chain"
      data-broken={!audit.intact || undefined}
      title={`${messageInLanguage(audit.detail, audit.said)} ${t.verify}`}
      onClick={() => void attempt(verifyChanges())}
    >
      {audit.intact ? <ShieldCheck size={15} aria-hidden /> : <ShieldAlert size={15} aria-hidden />}
      {audit.intact ? (
        <span className="wide-only">{t.intact(audit.records)}</span>
      ) : (
        t.broken(audit.firstBroken ?? 0)
      )}
    </button>
  )
}

function BrokenChain() {
  const audit = useChanges((state) => state.audit)
  const t = text().activity
  if (audit === null || audit.intact) return null
  return (
    <Notice tone="danger" title={t.brokenText} announce>
      {audit.firstBroken !== null && decisionText().activity.firstBroken(audit.firstBroken)}{' '}
      {messageInLanguage(audit.detail, audit.said)}
    </Notice>
  )
}

function ExportButton() {
  const [busy, setBusy] = useState(false)
  const t = text().activity
  const save = async () => {
    setBusy(true)
    const json = await attempt(exportChanges())
    setBusy(false)
    if (json === undefined) return
    saveFile('countersign-activity.json', 'application/json', json)
  }
  return (
    <Button size="sm" icon={Download} busy={busy} onClick={() => void save()}>
      <span className="wide-only">{t.export}</span>
    </Button>
  )
}
