import { usePage } from '../stores/page'
import { text } from '../text/text'
import { Notice } from '../ui/notice'
import { Spinner } from '../ui/spinner'
import './connection-notice.css'

/** Says quietly that the connection is lost, or plainly that it can't come back. */
export function ConnectionNotice() {
  const connection = usePage((page) => page.connection)
  const t = text().app
  if (connection === 'lost') {
    return (
      <p className="app-line" role="status" title={t.reconnectingDetail}>
        <Spinner size={13} /> {t.reconnecting}
      </p>
    )
  }
  if (connection === 'refused') {
    return (
      <div className="refused">
        <Notice tone="danger" title={t.refused} announce>
          {t.refusedDetail}
        </Notice>
      </div>
    )
  }
  return null
}
