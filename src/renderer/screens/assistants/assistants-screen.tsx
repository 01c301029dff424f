import { Bot, Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { type Assistant, assistantLimits } from '../../../shared/contract/assistants'
import { importAssistant, newAssistant, usable, useAssistants } from '../../stores/assistants'
import { goTo } from '../../stores/page'
import { attempt, notify } from '../../stores/toasts'
import { assistantsText } from '../../text/assistants'
import { formatSize } from '../../text/language'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Spinner } from '../../ui/spinner'
import { fileFromBrowser } from '../file-from-browser'
import { ScreenHeader } from '../screen-header'
import { AssistantEditor } from './assistant-editor'
import { AssistantList } from './assistant-list'
import { type Imported, ImportNotes } from './import-notes'
import '../settings/settings.css'
import '../catalog.css'
import './assistants.css'

/** All assistants, or the one that is being changed. */
export function AssistantsScreen({ id }: { readonly id: string | null }) {
  const { all, loaded } = useAssistants()
  const [imported, setImported] = useState<Imported | null>(null)
  const t = assistantsText()
  const opened = id === null || id === newAssistant ? undefined : all.find((other) => other.id === id)
  const bringIn = async () => {
    const file = await fileFromBrowser('.json,application/json')
    if (file === null) return
    if (file.size > assistantLimits.file) {
      notify({ tone: 'danger', title: t.pictureLarge(formatSize(assistantLimits.file)) })
      return
    }
    const made = await attempt(file.text().then(importAssistant))
    if (made === undefined) return
    setImported(made)
    goTo({ screen: 'assistants', id: made.assistant.id })
  }
  return (
    <div className="screen">
      <ScreenHeader title={t.title}>
        {id === null && (
          <>
            <Button icon={Download} onClick={() => void bringIn()}>
              <span className="wide-only">{t.import}</span>
            </Button>
            <Button
              icon={Plus}
              variant="primary"
              onClick={() => goTo({ screen: 'assistants', id: newAssistant })}
            >
              {t.create}
            </Button>
          </>
        )}
      </ScreenHeader>
      <div className="screen-body">
        <div className="screen-column">
          {!loaded ? (
            <div className="screen-empty">
              <Spinner />
            </div>
          ) : id === null ? (
            <AssistantList />
          ) : (
            <>
              {imported?.assistant.id === id && (
                <ImportNotes imported={imported} onDismiss={() => setImported(null)} />
              )}
              <Opened id={id} assistant={opened} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}

function Opened({ id, assistant }: { readonly id: string; readonly assistant: Assistant | undefined }) {
  const t = assistantsText()
  if (id === newAssistant) return <AssistantEditor key={id} assistant={null} />
  if (assistant !== undefined && usable([assistant]).length > 0) {
    return <AssistantEditor key={id} assistant={assistant} />
  }
  return (
    <div className="screen-empty">
      <EmptyState
        icon={Bot}
        title={assistant === undefined ? t.gone : t.inTrash(assistant.name)}
        action={<Button onClick={() => goTo({ screen: 'assistants', id: null })}>{t.back}</Button>}
      />
    </div>
  )
}
