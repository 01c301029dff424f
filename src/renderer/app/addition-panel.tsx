import {
  ChevronDown,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  FileScan,
  FileWarning,
  LibraryBig,
  RotateCw,
  Settings,
  X,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Document } from '../../shared/contract/document'
import { assertNever } from '../../shared/errors'
import { standingOf } from '../../shared/standing-of'
import { revealAsText } from '../../shared/text/reveal-hidden'
import { canTryAgain } from '../screens/library/can-try-again'
import { type SectionId, sectionRoute } from '../screens/settings/sections'
import { useAddedPages } from '../stores/added-pages'
import { closeAddition } from '../stores/addition-under-way'
import {
  type Addition,
  cancelAddition,
  type NotWhole,
  type PagesUnderWay,
  stopAdding,
  useAdditions,
} from '../stores/additions'
import { recognizeDocuments, restartDocuments } from '../stores/batches'
import { goTo } from '../stores/page'
import { useSameNamed } from '../stores/same-named'
import { attempt } from '../stores/toasts'
import { libraryText } from '../text/library'
import { recognitionText } from '../text/recognition'
import { text } from '../text/text'
import { webText } from '../text/web'
import { Button } from '../ui/button'
import { HiddenText } from '../ui/hidden-text'
import { IconButton } from '../ui/icon-button'
import { ProgressBar } from '../ui/progress-bar'
import { AdditionLine } from './addition-line'
import {
  type AdditionOutcome,
  outcomeOf,
  outcomeSentence,
  outcomeTitle,
  workingSentence,
} from './addition-outcome'
import { toldApart } from './told-apart'
import './addition-panel.css'

/** Lines shown: what is at work and what went wrong first; the library has them all. */
const shownLimit = 60
/** Milliseconds for which a note that all went well stays. */
const doneStaysMs = 8000
/** Where the panel takes its room from the work instead of from the conversations; the same width as in the style sheet. */
const narrow = '(max-width: 820px)'

/** How far what was dropped is, file by file. */
export function AdditionPanel() {
  const { addition, documents } = useAdditions()
  if (addition === null) return null
  const added = addition.documentIds.map((id) => documents[id]).filter((document) => document !== undefined)
  // What is added to a document that is there is its new content: that is what is told of here.
  const standing = added.map((document) => ({ ...document, ...standingOf(document) }))
  return <Panel addition={addition} documents={standing} />
}

/** The settings by which what was left out for a reason would be taken. */
const mendedIn: Readonly<Partial<Record<string, SectionId>>> = {
  'web.nearby': 'web-pages',
  'web.scripts_off': 'web-pages',
  'adding.picture': 'recognition',
}

function Panel({
  addition,
  documents,
}: {
  readonly addition: Addition
  readonly documents: readonly Document[]
}) {
  const [open, setOpen] = useState(() => !matchMedia(narrow).matches)
  const asking = useSameNamed((state) => state.question !== null)
  const t = text().uploads
  const { dock, filter, sameNamed } = libraryText()
  const retryable = documents.filter(canTryAgain)
  const unread = documents.filter(({ unreadPictures }) => unreadPictures)
  const mended = [...addition.skipped, ...addition.unrun].flatMap(({ code }) => mendedIn[code ?? ''] ?? [])[0]
  const handing = addition.state === 'handing_over'
  const outcome = outcomeOf(addition, documents)
  const { settled, done, well } = outcome
  useEffect(() => {
    if (!well) return
    const timer = setTimeout(closeAddition, doneStaysMs)
    return () => clearTimeout(timer)
  }, [well])
  const StateIcon = !done ? LibraryBig : well ? CircleCheck : CircleAlert
  const shown = documents.toSorted((a, b) => order(a) - order(b)).slice(0, shownLimit)
  const places = toldApart(shown)
  return (
    <section className="addition" aria-label={t.title}>
      <header className="addition-head">
        <StateIcon size={16} aria-hidden />
        <h2>{done ? outcomeTitle(outcome, addition) : t.title}</h2>
        <IconButton
          icon={open ? ChevronDown : ChevronUp}
          size="sm"
          label={open ? t.fold : t.unfold}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
        <IconButton icon={X} size="sm" label={t.hide} onClick={closeAddition} />
      </header>
      <div className="addition-state" role="status">
        {handing && asking ? (
          <span>{sameNamed.waits}</span>
        ) : handing && addition.pages !== undefined ? (
          <FetchProgress pages={addition.pages} />
        ) : handing && addition.total > 1 ? (
          <ProgressBar
            label={t.handingOver(addition.handedOver, addition.total)}
            value={addition.handedOver / addition.total}
          />
        ) : done ? (
          <span>{outcomeSentence(outcome, addition)}</span>
        ) : (
          <ProgressBar
            label={workingSentence(outcome, documents)}
            value={documents.length === 0 ? undefined : settled / documents.length}
          />
        )}
      </div>
      {!done && documents.length > 1 && <Stages documents={documents} outcome={outcome} />}
      {(!done || retryable.length > 1 || unread.length > 1 || mended !== undefined) && (
        <div className="addition-all">
          {done && retryable.length > 1 && (
            <Button
              size="sm"
              icon={RotateCw}
              onClick={() => void attempt(restartDocuments(idsOf(retryable)))}
            >
              {retryable.every(({ status }) => status === 'error') ? dock.retryFailed : filter.retryAll}
            </Button>
          )}
          {done && unread.length > 1 && (
            <Button size="sm" icon={FileScan} onClick={() => void attempt(recognizeDocuments(idsOf(unread)))}>
              {recognitionText().all(unread.length)}
            </Button>
          )}
          {done && mended !== undefined && (
            <Button size="sm" icon={Settings} onClick={() => goTo(sectionRoute(mended))}>
              {text().nav.settings}
            </Button>
          )}
          {!done && (
            <Button
              size="sm"
              onClick={() => (documents.length === 0 ? stopAdding() : void attempt(cancelAddition()))}
            >
              {documents.length === 0 ? t.stop : dock.cancelAll}
            </Button>
          )}
        </div>
      )}
      <ul className="addition-list" hidden={!open}>
        {addition.skipped.slice(0, shownLimit).map((file) => (
          <NotWholeLine key={file.path} file={file} />
        ))}
        {addition.unrun.slice(0, shownLimit).map((page) => (
          <NotWholeLine key={page.path} file={page} />
        ))}
        {shown.map((document) => (
          <li key={document.id}>
            <AdditionLine
              document={document}
              place={places.get(document.id)}
              known={addition.known.includes(document.id)}
              renewed={addition.renewed.includes(document.id)}
            />
          </li>
        ))}
        {documents.length > shown.length && (
          <li className="addition-more">{dock.more(documents.length - shown.length)}</li>
        )}
      </ul>
    </section>
  )
}

/** What did not come, or not whole, and why. */
function NotWholeLine({ file }: { readonly file: NotWhole }) {
  return (
    <li className="addition-skipped">
      <FileWarning size={14} aria-hidden />
      <span className="truncate" title={revealAsText(file.path)}>
        <HiddenText text={nameOf(file.path)} />
      </span>
      <span className="addition-reason">{file.reason}</span>
    </li>
  )
}

/** How far a fetch is; nothing is in the library before all of it came. */
function FetchProgress({ pages: { host, done, most } }: { readonly pages: PagesUnderWay }) {
  const t = webText()
  return most > 1 ? (
    <ProgressBar label={t.fetchingPages(done, most)} value={done / most} />
  ) : (
    <ProgressBar label={t.fetching(host)} />
  )
}

/** How many documents are at which stage, and how many pages they have. */
function Stages({
  documents,
  outcome,
}: {
  readonly documents: readonly Document[]
  readonly outcome: AdditionOutcome
}) {
  const { dock } = libraryText()
  const at = (fits: (document: Document) => boolean) => documents.filter(fits).length
  const stage = (name: Document['stage']) => at((each) => each.status === 'processing' && each.stage === name)
  const seen = useAddedPages()
  const pages = documents.reduce((sum, { id }) => sum + (seen[id] ?? 0), 0)
  const parts: readonly (readonly [(n: number) => string, number])[] = [
    [dock.stage.extract, stage('extract')],
    [dock.stage.index, stage('index')],
    [dock.stage.acquire, stage('acquire')],
    [dock.stage.waiting, at(({ status }) => status === 'pending') + stage('waiting') + stage('done')],
    [dock.stage.locked, outcome.locked],
    [dock.stage.failed, outcome.failed],
    [dock.stage.cancelled, outcome.cancelled],
    [dock.pages, pages],
  ]
  const shown = parts.filter(([, n]) => n > 0).map(([say, n]) => say(n))
  return shown.length === 0 ? null : <p className="addition-stages numeric">{shown.join(' · ')}</p>
}

/** A file's name; an address whole. */
function nameOf(path: string): string {
  return /^https?:/i.test(path) ? path : (path.split(/[/\\]/).at(-1) ?? path)
}

function idsOf(documents: readonly Document[]): string[] {
  return documents.map(({ id }) => id)
}

function order(document: Document): number {
  switch (document.status) {
    case 'processing':
      return 0
    case 'error':
      return 1
    case 'cancelled':
      return 2
    case 'pending':
      return 3
    case 'complete':
      return 4
    default:
      return assertNever(document.status)
  }
}
