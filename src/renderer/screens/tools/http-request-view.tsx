import type { HttpToolTyped } from '../../stores/http-tool-drafts'
import { httpToolsText } from '../../text/http-tools'
import { CodeBlock } from '../../ui/code-block'
import { requestPreview } from './http-request'
import './http-tools.css'

/** A request as it would be sent, and where its fields go. */
export function HttpRequest({
  request,
}: {
  readonly request: Pick<HttpToolTyped, 'method' | 'url' | 'fields' | 'headers'>
}) {
  const t = httpToolsText().form
  const { text, inQuery, inBody } = requestPreview(request, t.values)
  return (
    <div className="http-request">
      <CodeBlock code={text} maxHeight={320} />
      {inQuery.length > 0 && <p className="record-quiet">{t.inQuery(inQuery.join(', '))}</p>}
      {inBody.length > 0 && <p className="record-quiet">{t.inBody(inBody.join(', '))}</p>}
    </div>
  )
}
