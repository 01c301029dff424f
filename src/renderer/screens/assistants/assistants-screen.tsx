import { Bot } from 'lucide-react'
import { useState } from 'react'
import { type Assistant, assistantLimits } from '../../../shared/contract/assistants'
import { importAssistant, restoreAssistant, usable, useAssistants } from '../../stores/assistants'
import { newPlace } from '../../stores/kept-drafts'
import { goTo } from '../../stores/page'
import { assistantsText } from '../../text/assistants'
import { CatalogScreen } from '../catalog/catalog-screen'
import { CreateButton } from '../catalog/create-button'
import { ImportButton } from '../catalog/import-button'
import { InTrash } from '../catalog/in-trash'
import { AssistantEditor } from './assistant-editor'
import { AssistantList } from './assistant-list'
import { type Imported, ImportNotes } from './import-notes'
import '../settings/settings.css'
import './assistants.css'

/** All assistants, or the one that is being changed. */
export function AssistantsScreen({ id }: { readonly id: string | null }) {
  const { all, loaded } = useAssistants()
  const [imported, setImported] = useState<Imported | null>(null)
  const t = assistantsText()
  const opened = id === null || id === newPlace ? undefined : all.find((other) => other.id === id)
  const bringIn = async (text: string) => {
    const made = await importAssistant(text)
    setImported(made)
    goTo({ screen: 'assistants', id: made.assistant.id })
  }
  return (
    <CatalogScreen
      title={t.title}
      loaded={loaded}
      actions={
        id === null && (
          <>
            <ImportButton mostBytes={assistantLimits.file} words={t} take={bringIn} />
            <CreateButton screen="assistants">{t.create}</CreateButton>
          </>
        )
      }
    >
      {id === null ? (
        <AssistantList />
      ) : (
        <>
          {imported?.assistant.id === id && (
            <ImportNotes imported={imported} onDismiss={() => setImported(null)} />
          )}
          <Opened id={id} assistant={opened} />
        </>
      )}
    </CatalogScreen>
  )
}

function Opened({ id, assistant }: { readonly id: string; readonly assistant: Assistant | undefined }) {
  const written = useAssistants(({ drafts }) => id in drafts)
  const t = assistantsText()
  if (id === newPlace) return <AssistantEditor key={id} assistant={null} />
  if (assistant !== undefined && usable([assistant]).length > 0) {
    return <AssistantEditor key={id} assistant={assistant} />
  }
  return (
    <InTrash
      icon={Bot}
      screen="assistants"
      words={t}
      name={assistant?.name}
      written={written}
      restore={async () => (await restoreAssistant(id)).name}
    />
  )
}
