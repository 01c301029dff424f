import { Scissors, TriangleAlert } from 'lucide-react'
import { assertNever } from '../../../shared/errors'
import type { ClearedByServer, ContextReduction } from '../../../shared/run/reduction'
import { runsText } from '../../text/runs'
import { Markdown } from '../../ui/markdown'
import './context-mark.css'

/** Says where a conversation became longer than its model takes, and what the model is given instead. */
export function ContextMark({ reduction }: { readonly reduction: ContextReduction }) {
  const t = runsText()
  const Icon = reduction.kind === 'too_long' ? TriangleAlert : Scissors
  return (
    <div className="context-mark" role="note">
      <p>
        <Icon size={14} aria-hidden />
        <span>{wordsOf(reduction)}</span>
      </p>
      {reduction.kind === 'compacted' && (
        <details>
          <summary>{t.showSummary}</summary>
          <div className="context-mark-summary">
            <Markdown text={reduction.summary} />
          </div>
        </details>
      )}
    </div>
  )
}

/** Says where the model's server left out more by itself. */
export function ServerMark({ cleared: { results, tokens } }: { readonly cleared: ClearedByServer }) {
  return (
    <div className="context-mark" role="note">
      <p>
        <Scissors size={14} aria-hidden />
        <span>{runsText().clearedByServer(results, tokens)}</span>
      </p>
    </div>
  )
}

function wordsOf(reduction: ContextReduction): string {
  const t = runsText()
  switch (reduction.kind) {
    case 'results_cleared':
      return t.cleared(reduction.results ?? 0, reduction.tokens ?? 0)
    case 'compacted':
      return reduction.byModel
        ? t.compacted(reduction.tokensBefore, reduction.tokensAfter)
        : t.compactedByExcerpts
    case 'too_long':
      return `${t.tooLong(reduction.tokens, reduction.windowTokens)} ${t.largerWindow}`
    default:
      return assertNever(reduction)
  }
}
