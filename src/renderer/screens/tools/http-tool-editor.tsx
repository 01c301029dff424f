import { useEffect, useState } from 'react'
import { type HttpTool, httpMethods, httpToolLimits } from '../../../shared/contract/http-tools'
import { toAppError } from '../../../shared/errors'
import { placeholdersIn } from '../../../shared/web/http-template'
import {
  emptyHttpTool,
  goOnFrom,
  type HttpToolTyped,
  type HttpToolWriting,
  isHttpToolWritten,
} from '../../stores/http-tool-drafts'
import { changeHttpToolDraft, dropHttpToolDraft, saveHttpTool, useHttpTools } from '../../stores/http-tools'
import { notify } from '../../stores/toasts'
import { httpToolsText } from '../../text/http-tools'
import { Checkbox } from '../../ui/checkbox'
import { Notice } from '../../ui/notice'
import { Select } from '../../ui/select'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { RecordEditor } from '../catalog/record-editor'
import { useRecordEditing } from '../catalog/use-record-editing'
import { SecretRows } from '../secret-rows'
import { Section } from '../section'
import { HttpFieldRows } from './http-field-rows'
import { withAddress, withMethod } from './http-request'
import { HttpRequest } from './http-request-view'
import { type HttpToolProblems, problemsOf, refusedPart } from './http-tool-problems'
import '../record.css'
import './http-tools.css'

const nothingRefused: HttpToolProblems = {}

/** Changes a tool that asks an address, or makes one; what is not saved is kept, wherever one goes meanwhile. */
export function HttpToolEditor({
  place,
  draft: kept,
  tool,
}: {
  /** The end of its address. */
  readonly place: string
  readonly draft: HttpToolWriting | undefined
  /** As it is stored now; undefined for a new one, and where it was removed meanwhile. */
  readonly tool: HttpTool | undefined
}) {
  const [refused, setRefused] = useState(nothingRefused)
  const t = httpToolsText()
  const save = async (draft: HttpToolWriting) => {
    try {
      const saved = await saveHttpTool(draft)
      notify({ tone: 'success', title: t.saved(saved.title) })
      return saved.name
    } catch (error) {
      const problem = refusedPart(toAppError(error))
      if (problem === null) throw error
      setRefused(problem)
      return null
    }
  }
  const editing = useRecordEditing({
    screen: 'tools',
    ...{ place, kept, save, problemsOf },
    latest: () => useHttpTools.getState().drafts[place],
    empty: emptyHttpTool,
    there: tool ?? null,
    gone: tool === undefined,
    isWritten: isHttpToolWritten,
    change: changeHttpToolDraft,
    drop: dropHttpToolDraft,
  })
  const { form, draft } = editing
  const { fields: typed, id } = draft
  const problems: HttpToolProblems = { ...editing.problems, ...refused }
  useEffect(() => {
    if (refused !== nothingRefused) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]')?.focus()
    }
  }, [refused, form])
  const put = (changed: HttpToolTyped) => {
    setRefused(nothingRefused)
    changeHttpToolDraft({ ...draft, fields: changed })
  }
  return (
    <RecordEditor
      screen="tools"
      words={t}
      title={id === null ? t.create : t.editing}
      label={typed.title.trim() || t.create}
      editing={editing}
      onKeepMine={() => tool && changeHttpToolDraft(goOnFrom(tool, draft))}
    >
      <About typed={typed} problems={problems} onChange={put} />
      <Request typed={typed} problems={problems} onChange={put} />
      <Use typed={typed} problems={problems} onChange={put} />
    </RecordEditor>
  )
}

interface PartProps {
  readonly typed: HttpToolTyped
  readonly problems: HttpToolProblems
  readonly onChange: (typed: HttpToolTyped) => void
}

function errorOf(error: string | undefined) {
  return error === undefined ? {} : { error }
}

function About({ typed, problems, onChange }: PartProps) {
  const t = httpToolsText().form
  return (
    <>
      <TextField
        label={t.title}
        {...errorOf(problems.title)}
        value={typed.title}
        autoFocus
        autoComplete="off"
        maxLength={httpToolLimits.title}
        onChange={(title) => onChange({ ...typed, title })}
      />
      <TextArea
        label={t.description}
        hint={t.descriptionHint}
        {...errorOf(problems.description)}
        rows={2}
        value={typed.description}
        maxLength={httpToolLimits.description}
        onChange={(description) => onChange({ ...typed, description })}
      />
      <div className="http-address">
        <Select
          label={t.method}
          {...errorOf(problems.method)}
          value={typed.method}
          options={httpMethods.map((method) => ({ value: method, label: method }))}
          onChange={(method) => onChange(withMethod(typed, method))}
        />
        <TextField
          label={t.url}
          hint={t.urlHint}
          {...errorOf(problems.url)}
          value={typed.url}
          mono
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={t.urlPlaceholder}
          maxLength={httpToolLimits.address}
          onChange={(url) => onChange(withAddress(typed, url))}
        />
      </div>
    </>
  )
}

function Request({ typed, problems, onChange }: PartProps) {
  const t = httpToolsText().form
  return (
    <>
      <Section title={t.fields} intro={t.fieldsIntro}>
        <PartProblem problem={problems.fields} />
        <HttpFieldRows
          rows={typed.fields}
          inAddress={placeholdersIn(typed.url)}
          problemOf={({ id }) => problems[`field ${id}`]}
          onChange={(fields) => onChange({ ...typed, fields })}
        />
      </Section>
      <Section title={t.headers} intro={t.headersHint}>
        <PartProblem problem={problems.headers} />
        <SecretRows
          words={{
            add: t.addHeader,
            name: t.headerName,
            value: t.headerValue,
            remove: t.removeHeader,
            kept: t.headerKept,
          }}
          rows={typed.headers}
          limits={{
            rows: httpToolLimits.headers,
            name: httpToolLimits.headerName,
            value: httpToolLimits.headerValue,
          }}
          problemOf={({ id }, part) => problems[`header ${part} ${id}`]}
          onChange={(headers) => onChange({ ...typed, headers })}
        />
      </Section>
      <Section title={t.preview}>
        {typed.url.trim() === '' ? (
          <p className="record-quiet">{t.noAddress}</p>
        ) : (
          <HttpRequest request={typed} />
        )}
      </Section>
    </>
  )
}

/** What of a part can't be taken, where no field of it alone is meant. */
function PartProblem({ problem }: { readonly problem: string | undefined }) {
  if (problem === undefined) return null
  return (
    <div data-problem tabIndex={-1}>
      <Notice tone="danger" title={problem} announce />
    </div>
  )
}

function Use({ typed, problems, onChange }: PartProps) {
  const t = httpToolsText().form
  const { leastSeconds, mostSeconds } = httpToolLimits
  const reads = typed.class === 'read'
  return (
    <Section title={t.use}>
      <Checkbox
        label={t.reads}
        hint={reads ? t.readsHint : t.changesHint}
        checked={reads}
        onChange={(checked) => onChange({ ...typed, class: checked ? 'read' : 'destructive_update' })}
      />
      <div className="http-seconds">
        <TextField
          label={t.seconds}
          hint={t.secondsHint(leastSeconds, mostSeconds)}
          {...errorOf(problems.seconds)}
          value={typed.seconds}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          onChange={(seconds) => onChange({ ...typed, seconds })}
        />
      </div>
    </Section>
  )
}
