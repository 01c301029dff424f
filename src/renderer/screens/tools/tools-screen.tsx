import { Wrench } from 'lucide-react'
import { useEffect } from 'react'
import { useCatalog } from '../../app/tool-views'
import { loadHttpTools, useHttpTools } from '../../stores/http-tools'
import { newPlace } from '../../stores/kept-drafts'
import { findTool } from '../../stores/system'
import { attempt } from '../../stores/toasts'
import { httpToolsText } from '../../text/http-tools'
import { toolsText } from '../../text/tools'
import { CatalogScreen } from '../catalog/catalog-screen'
import { CreateButton } from '../catalog/create-button'
import { NotHere } from '../catalog/not-here'
import { HttpToolPart } from './http-tool-actions'
import { HttpToolEditor } from './http-tool-editor'
import { HttpToolOff } from './http-tool-off'
import { ToolDetails } from './tool-details'
import { ToolList } from './tool-list'
import '../settings/settings.css'
import './tools.css'

/** What the names of tools that ask an address begin with. */
const httpBeginning = 'http_'

/** The whole catalog, or one tool of it. */
export function ToolsScreen({ name }: { readonly name: string | null }) {
  const catalog = useCatalog()
  const knowsHttp = useHttpTools((state) => state.loaded)
  useEffect(() => void attempt(loadHttpTools()), [])
  const waits = name?.startsWith(httpBeginning) === true && !knowsHttp
  return (
    <CatalogScreen
      title={toolsText().title}
      loaded={catalog.length > 0 && !waits}
      actions={name === null && <CreateButton screen="tools">{httpToolsText().create}</CreateButton>}
    >
      {name === null ? <ToolList catalog={catalog} /> : <Opened key={name} name={name} />}
    </CatalogScreen>
  )
}

function Opened({ name }: { readonly name: string }) {
  const catalog = useCatalog()
  const draft = useHttpTools((state) => state.drafts[name])
  const httpTool = useHttpTools((state) => state.tools.find((tool) => tool.name === name))
  const t = toolsText()
  if (name === newPlace || draft !== undefined) {
    return (
      <div className="http-tool-editor" data-then=".http-tool-buttons button">
        <HttpToolEditor place={name} draft={draft} tool={httpTool} />
      </div>
    )
  }
  const tool = findTool(catalog, name)
  if (tool !== undefined) {
    return (
      <ToolDetails key={tool.name} tool={tool}>
        {httpTool && <HttpToolPart tool={httpTool} />}
      </ToolDetails>
    )
  }
  if (httpTool !== undefined) return <HttpToolOff tool={httpTool} />
  const isHttp = name.startsWith(httpBeginning)
  return (
    <NotHere
      icon={Wrench}
      title={isHttp ? httpToolsText().gone(name) : t.gone(name)}
      screen="tools"
      back={t.back}
    />
  )
}
