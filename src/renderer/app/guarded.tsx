import type { ReactNode } from 'react'
import { text } from '../text/text'
import { Button } from '../ui/button'
import { FailureBoundary } from '../ui/failure-boundary'
import { Notice } from '../ui/notice'
import './guarded.css'

/** A part of the page that says so when it can't be shown, and leaves the rest alone. */
export function Guarded({ of, children }: { readonly of: unknown; readonly children: ReactNode }) {
  const t = text().app
  return (
    <FailureBoundary
      resetKey={of}
      fallback={(error, again) => (
        <div className="guarded">
          <Notice
            tone="danger"
            title={t.partFailed}
            kept={t.partFailedKept}
            actions={
              <Button size="sm" onClick={again}>
                {t.retry}
              </Button>
            }
          >
            {error.message}
          </Notice>
        </div>
      )}
    >
      {children}
    </FailureBoundary>
  )
}
