import type { HttpTool } from '../../../shared/contract/http-tools'
import { httpToolsText } from '../../text/http-tools'
import { toolsText } from '../../text/tools'
import { Badge } from '../../ui/badge'
import { ClassBadge } from '../../ui/class-badge'
import { HiddenText } from '../../ui/hidden-text'
import { KeyValues } from '../../ui/key-values'
import { Notice } from '../../ui/notice'
import { BackTo } from '../catalog/back-to'
import { HttpToolPart } from './http-tool-actions'

/** A tool that asks an address and is switched off: the catalog does not have it, so nothing of it can be tried. */
export function HttpToolOff({ tool }: { readonly tool: HttpTool }) {
  const t = toolsText()
  const { off, offText, title } = httpToolsText()
  return (
    <div className="catalog">
      <div className="catalog-back">
        <BackTo screen="tools">{t.back}</BackTo>
      </div>
      <header className="tool-title">
        <h2>
          <HiddenText text={tool.title} />
        </h2>
        <ClassBadge toolClass={tool.class} />
        <Badge>{off}</Badge>
      </header>
      {tool.description !== '' && (
        <p>
          <HiddenText text={tool.description} />
        </p>
      )}
      <Notice tone="info" title={offText} />
      <KeyValues
        items={[
          { label: t.name, value: <code>{tool.name}</code> },
          { label: t.module, value: title },
        ]}
      />
      <HttpToolPart tool={tool} />
    </div>
  )
}
