import type { ErrorShape } from '../../../shared/errors'
import { messageInLanguage } from '../../text/sentences'
import { HiddenText } from '../../ui/hidden-text'
import './run-step-error.css'

/** Why a step of a run, or a call in it, failed. */
export function RunStepError({ error }: { readonly error: Pick<ErrorShape, 'message' | 'said'> }) {
  return (
    <p className="run-step-error">
      <HiddenText text={messageInLanguage(error.message, error.said)} />
    </p>
  )
}
