import { TextQuote } from 'lucide-react'
import type { z } from 'zod'
import { Citation } from '../../renderer/ui/citation'
import { HiddenText } from '../../renderer/ui/hidden-text'
import { Notice } from '../../renderer/ui/notice'
import { ResultList } from '../../renderer/ui/result-list'
import { StatementList } from '../../renderer/ui/statement-list'
import { useToolViewActions } from '../../renderer/ui/tool-view'
import { sectionBelow } from '../../shared/text/sections'
import type { ToolOf } from '../../shared/tool/define'
import type libraryModule from './module'
import { DocumentPages } from './views-pages'
import { text } from './views-text'

type Summary = z.output<ToolOf<typeof libraryModule, 'summarize_document'>['output']>
type Chunk = Summary['chunks'][number]

/** A summary: what it says, where each statement comes from, and how it was made. */
export function SummaryResult({ output }: { readonly output: Summary }) {
  const open = useOpenChunk(output)
  const why = output.why_not_by_model
  return (
    <>
      {why !== undefined && (
        <Notice tone="warning" title={text().whyNotByModel[why]}>
          {text().ownSentences}
        </Notice>
      )}
      {output.statements !== undefined && <Statements output={output} statements={output.statements} />}
      <DocumentPages
        document={output}
        total={output.pages ?? null}
        marks={output.chunks.flatMap(({ page }) => (page === undefined ? [] : [{ page, count: 1 }]))}
        what="used"
      />
      <ResultList
        label={text().passages}
        note={noteOf(output)}
        items={output.chunks.map((chunk) => ({
          key: chunk.chunk_id + chunk.start,
          icon: TextQuote,
          title: sectionBelow(output.title, chunk.section) || output.title,
          meta: chunk.page === undefined ? '' : text().page(chunk.page),
          // Rows of a table stand on lines of their own.
          text: (
            <span className="ui-result-line">
              <HiddenText text={chunk.sentence} />
            </span>
          ),
          onOpen: () => open(chunk),
        }))}
      />
    </>
  )
}

function Statements({
  output,
  statements,
}: {
  readonly output: Summary
  readonly statements: NonNullable<Summary['statements']>
}) {
  const open = useOpenChunk(output)
  const chunks = new Map(output.chunks.map((chunk) => [chunk.chunk_id, chunk]))
  return (
    <StatementList
      label={text().statements}
      statements={statements.map(({ text: words, chunk_ids }, at) => {
        const behind = chunk_ids.flatMap((id) => chunks.get(id) ?? [])
        return {
          key: `${at} ${words}`,
          text: words,
          citations:
            behind.length === 0 ? (
              <Citation text={text().noSource} warning={text().noSourceWhy} />
            ) : (
              behind.map((chunk) => (
                <Citation
                  key={chunk.chunk_id}
                  text={placeOf(output, chunk)}
                  quote={chunk.sentence}
                  onOpen={() => open(chunk)}
                />
              ))
            ),
        }
      })}
    />
  )
}

function useOpenChunk({ document_id, title }: Summary): (chunk: Chunk) => void {
  const { openDocument } = useToolViewActions()
  return ({ page, start, end }) =>
    openDocument({ documentId: document_id, title, page: page ?? null, passage: { start, end } })
}

function placeOf({ title }: Summary, { page, section }: Chunk): string {
  return page === undefined ? sectionBelow(title, section) || title : text().page(page)
}

function noteOf({ model, read, dropped_citations, dropped_statements }: Summary): string | undefined {
  const parts = [
    model && text().writtenBy(model),
    read && text().readOf(read.passages, read.of),
    dropped_citations && text().droppedCitations(dropped_citations),
    dropped_statements && text().droppedStatements(dropped_statements),
  ].filter((part) => part)
  return parts.length === 0 ? undefined : parts.join(' · ')
}
