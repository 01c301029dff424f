import { Settings } from 'lucide-react'
import type { ErrorShape } from '../../shared/errors'
import { goTo } from '../stores/page'
import { text } from '../text/text'
import { Button } from '../ui/button'
import { sectionRoute } from './settings/sections'

/** Failures that trying again alone does not mend: where the server is, or what its model is called. */
const codes: ReadonlySet<string> = new Set([
  'model.no_such_model',
  'model.unknown',
  'model.unreachable',
  'model.web_page',
  'model.not_events',
  'model.none_there',
])

/** Leads from a run that failed to where its model is set up, if that can mend it. */
export function ToModelSettings({ error }: { readonly error: ErrorShape | undefined }) {
  if (error?.code !== 'unauthorized' && !codes.has(error?.said?.code ?? '')) return null
  return (
    <Button size="sm" icon={Settings} onClick={() => goTo(sectionRoute('model'))}>
      {text().nav.settings}
    </Button>
  )
}
