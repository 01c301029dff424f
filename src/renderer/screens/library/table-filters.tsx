import { CircleAlert, FileScan, FileX, FilterX, ListFilter, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { documentTitleLimit } from '../../../shared/contract/document'
import type { DocumentFacets, DocumentFilter } from '../../../shared/contract/document-table'
import { keysOf } from '../../../shared/json/keys-of'
import { recognizeDocuments, restartDocuments } from '../../stores/batches'
import {
  clearFilter,
  filterTable,
  isFiltered,
  listedIds,
  type TableFilter,
  useDocuments,
} from '../../stores/documents'
import { attempt } from '../../stores/toasts'
import { unfoldFilters, useUnfoldedFilters } from '../../stores/unfolded-filters'
import { useWatchedFolders } from '../../stores/watched-folders'
import { libraryText } from '../../text/library'
import { recognitionText } from '../../text/recognition'
import { byTypeName, typeName } from '../../text/type-name'
import { watchedText } from '../../text/watched'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { SearchField } from '../../ui/search-field'
import { Select } from '../../ui/select'
import { TextField } from '../../ui/text-field'
import { dayAfter, dayOf, startOfDay } from './days'

/** Pause in typing after which the rows are filtered (milliseconds). */
const typingPauseMs = 120

/** What keeps documents out of the table: words, and by a button the rest. */
export function TableFilters() {
  const filter = useDocuments((state) => state.filter)
  const facets = useDocuments((state) => state.facets)
  const open = useUnfoldedFilters(({ unfolded }) => unfolded)
  const t = libraryText().filter
  const failed = facets?.statuses.find(({ status }) => status === 'error')?.documents ?? 0
  return (
    <div className="table-filters">
      <div className="table-filters-line">
        <FilterBox />
        <IconButton
          icon={ListFilter}
          label={t.title}
          pressed={open}
          aria-expanded={open}
          onClick={() => unfoldFilters(!open)}
        />
        {(failed > 0 || filter.status === 'error') && (
          <Button
            size="sm"
            icon={CircleAlert}
            variant="ghost"
            className="table-filters-failed"
            aria-pressed={filter.status === 'error'}
            onClick={() => change({ status: filter.status === 'error' ? undefined : 'error' })}
          >
            {t.failed(failed)}
          </Button>
        )}
        {filter.status === 'error' && failed > 0 && (
          <Button size="sm" icon={RotateCw} variant="ghost" onClick={() => void attempt(retryAll())}>
            {t.retryAll}
          </Button>
        )}
        <PicturesFilter on={filter.pictures === true} documents={facets?.pictures ?? 0} />
        {/* One comes to it from the line of a watched folder. */}
        {filter.goneFrom !== undefined && <GoneFilter folderId={filter.goneFrom} />}
        {isFiltered(filter) && (
          <Button size="sm" icon={FilterX} variant="ghost" onClick={() => void attempt(clearFilter())}>
            {t.clear}
          </Button>
        )}
      </div>
      {open && <Choices filter={filter} facets={facets} />}
    </div>
  )
}

/** The folder whose files are gone; one that is not watched any more has none. */
function GoneFilter({ folderId }: { readonly folderId: string }) {
  const path = useWatchedFolders((state) => state.folders.find(({ id }) => id === folderId)?.path)
  const t = watchedText()
  return (
    <Button
      size="sm"
      icon={FileX}
      variant="ghost"
      aria-pressed
      title={path}
      onClick={() => change({ goneFrom: undefined })}
    >
      {path === undefined ? (
        t.sourceGone
      ) : (
        <HiddenText text={t.goneFrom(path.split(/[\\/]/).at(-1) ?? path)} />
      )}
    </Button>
  )
}

/** Leads to the documents whose pictures were not read, and reads them. */
function PicturesFilter({ on, documents }: { readonly on: boolean; readonly documents: number }) {
  if (documents === 0 && !on) return null
  const t = recognitionText()
  return (
    <>
      <Button
        size="sm"
        icon={FileScan}
        variant="ghost"
        aria-pressed={on}
        onClick={() => change({ pictures: on ? undefined : true })}
      >
        {t.filter(documents)}
      </Button>
      {on && documents > 0 && (
        <Button size="sm" icon={FileScan} variant="ghost" onClick={() => void attempt(recognizeAll())}>
          {t.readAll}
        </Button>
      )}
    </>
  )
}

/** Reads the pictures of everything that is listed. */
async function recognizeAll(): Promise<void> {
  await recognizeDocuments(await listedIds())
}

function change(filter: Partial<TableFilter>): void {
  void attempt(filterTable(filter))
}

/** Takes everything that is listed in again. */
async function retryAll(): Promise<void> {
  await restartDocuments(await listedIds())
}

function FilterBox() {
  const stored = useDocuments((state) => state.filter.text ?? '')
  const [typed, setTyped] = useState(stored)
  const [known, setKnown] = useState(stored)
  // Cleared from elsewhere.
  if (known !== stored) {
    setKnown(stored)
    setTyped(stored)
  }
  useEffect(() => {
    if (typed === (useDocuments.getState().filter.text ?? '')) return
    const timer = setTimeout(() => {
      setKnown(typed)
      change({ text: typed })
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const t = libraryText().filter
  return <SearchField label={t.box} quiet maxLength={documentTitleLimit} value={typed} onChange={setTyped} />
}

function Choices({
  filter,
  facets,
}: {
  readonly filter: TableFilter
  readonly facets: DocumentFacets | null
}) {
  const t = libraryText().filter
  const options = (
    any: string,
    values: readonly (readonly [value: string, name: string, documents: number])[],
    chosen: readonly [value: string, name: string] | null = null,
  ) => {
    // What is chosen stays to be seen where no document has it, in another collection for instance.
    const missing =
      chosen === null || values.some(([value]) => value === chosen[0]) ? [] : [[...chosen, 0] as const]
    return [
      { value: '', label: any },
      ...[...values, ...missing].map(([value, name, n]) => ({ value, label: t.withCount(name, n) })),
    ]
  }
  return (
    <fieldset className="table-filters-choices">
      <legend className="visually-hidden">{t.title}</legend>
      <Select
        label={t.type}
        value={filter.type ?? ''}
        options={options(
          t.anyType,
          byTypeName(facets?.types ?? []).map(({ type, documents }) => [type, typeName(type), documents]),
          filter.type === undefined ? null : [filter.type, typeName(filter.type)],
        )}
        onChange={(type) => change({ type: type || undefined })}
      />
      <Select
        label={t.tag}
        value={filter.tag ?? ''}
        options={options(
          t.anyTag,
          (facets?.tags ?? []).map(({ tag, documents }) => [tag, tag, documents]),
          filter.tag === undefined ? null : [filter.tag, filter.tag],
        )}
        onChange={(tag) => change({ tag: tag || undefined })}
      />
      <Select
        label={t.status}
        value={filter.status ?? ''}
        options={options(t.anyStatus, statusesOf(facets))}
        // Nothing is chosen where none has that name.
        onChange={(status) => change({ status: keysOf(t.statuses).find((name) => name === status) })}
      />
      <TextField
        label={t.from}
        type="date"
        value={dayOf(filter.addedFrom)}
        max={dayOf(filter.addedBefore === undefined ? undefined : filter.addedBefore - 1)}
        onChange={(day) => change({ addedFrom: startOfDay(day) })}
      />
      <TextField
        label={t.to}
        type="date"
        value={dayOf(filter.addedBefore === undefined ? undefined : filter.addedBefore - 1)}
        min={dayOf(filter.addedFrom)}
        error={endsBeforeItBegins(filter) ? t.toBeforeFrom : undefined}
        onChange={(day) => change({ addedBefore: dayAfter(day) })}
      />
    </fieldset>
  )
}

/** Days can be typed that no picker offers. */
function endsBeforeItBegins({ addedFrom, addedBefore }: TableFilter): boolean {
  return addedFrom !== undefined && addedBefore !== undefined && addedBefore <= addedFrom
}

function statusesOf(facets: DocumentFacets | null): [string, string, number][] {
  const names = libraryText().filter.statuses
  const number = (...statuses: string[]) =>
    (facets?.statuses ?? [])
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, { documents }) => sum + documents, 0)
  const one = (name: NonNullable<DocumentFilter['status']>, n: number): [string, string, number] => [
    name,
    names[name],
    n,
  ]
  return [
    one('complete', number('complete')),
    one('at_work', number('pending', 'processing')),
    one('error', number('error')),
    one('cancelled', number('cancelled')),
  ]
}
