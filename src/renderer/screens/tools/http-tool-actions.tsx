import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { HttpTool } from '../../../shared/contract/http-tools'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { writingOf } from '../../stores/http-tool-drafts'
import { changeHttpToolDraft, enableHttpTool, removeHttpTool } from '../../stores/http-tools'
import { goTo } from '../../stores/page'
import { attempt, notify } from '../../stores/toasts'
import { httpToolsText } from '../../text/http-tools'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Switch } from '../../ui/switch'
import { Section } from '../section'
import { HttpRequest } from './http-request-view'

/** What a tool that asks an address sends, and what can be done with it. */
export function HttpToolPart({ tool }: { readonly tool: HttpTool }) {
  const [removing, setRemoving] = useState(false)
  const t = httpToolsText()
  const title = revealAsText(tool.title)
  const { method, url } = tool
  return (
    <Section title={t.request} intro={tool.fields.length > 0 ? t.requestIntro : undefined}>
      <HttpRequest
        request={{
          ...{ method, url },
          fields: tool.fields.map((field, id) => ({ ...field, id })),
          headers: tool.headers.map((name, id) => ({ id, name, value: '', kept: true })),
        }}
      />
      {/* Whoever switched it goes on there: one that is off has another page. */}
      <div className="http-tool-switch" data-then=".http-tool-switch input">
        <Switch
          label={t.on(title)}
          checked={tool.enabled}
          onChange={(enabled) => void attempt(enableHttpTool(tool.id, enabled))}
        />
      </div>
      <div className="section-buttons http-tool-buttons">
        <Button
          icon={Pencil}
          aria-label={t.editOf(title)}
          onClick={() => changeHttpToolDraft(writingOf(tool))}
        >
          {t.edit}
        </Button>
        <Button icon={Trash2} aria-label={t.removeOf(title)} onClick={() => setRemoving(true)}>
          {t.remove}
        </Button>
      </div>
      {removing && <RemoveHttpTool tool={tool} onClose={() => setRemoving(false)} />}
    </Section>
  )
}

function RemoveHttpTool({ tool, onClose }: { readonly tool: HttpTool; readonly onClose: () => void }) {
  const t = httpToolsText()
  const title = revealAsText(tool.title)
  const remove = async () => {
    if (!(await attempt(removeHttpTool(tool).then(() => true)))) return
    onClose()
    notify({ tone: 'success', title: t.removed(title) })
    goTo({ screen: 'tools', id: null })
  }
  return (
    <ConfirmDialog
      title={t.removing.title(title)}
      description={t.removing.text(tool.name)}
      icon={Trash2}
      tone="danger"
      confirmLabel={t.remove}
      confirmIcon={Trash2}
      cancelLabel={text().app.cancel}
      onConfirm={remove}
      onCancel={onClose}
    />
  )
}
