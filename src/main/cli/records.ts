import type { Change, Proposal } from '../../shared/contract/changes'
import type { Grant } from '../../shared/contract/files'
import type { ToolPolicy } from '../../shared/contract/policies'
import type { StandingGrant } from '../../shared/contract/standing-grants'
import { assertNever, type ErrorShape } from '../../shared/errors'
import type { Usage } from '../../shared/run/blocks'
import { sentTokens } from '../../shared/run/usage'
import { quoted } from '../../shared/text/quoted'
import type { ChangePreview, Preview } from '../../shared/tool/preview'
import type { ToolResult } from '../../shared/tool/result'
import { indented, inOneLine } from './output'

/** A proposal as the command line's JSON gives it: snake_case like the tools. */
export function proposalDocument(proposal: Proposal) {
  return {
    id: proposal.id,
    number: proposal.number,
    status: proposal.status,
    tool: proposal.tool,
    class: proposal.class,
    raised_because: proposal.raisedBecause,
    summary: (proposal.amendment ?? proposal).preview.summary,
    input: proposal.input,
    preview: proposal.preview,
    plan_hash: proposal.planHash,
    type_to_confirm: proposal.typeToConfirm,
    actor: proposal.actor,
    run_id: proposal.runId,
    conversation_id: proposal.conversationId,
    created_at: new Date(proposal.createdAt).toISOString(),
    expires_at: new Date(proposal.expiresAt).toISOString(),
    decided_at: proposal.decidedAt === null ? null : new Date(proposal.decidedAt).toISOString(),
    decided_by: proposal.decidedBy,
    reason: proposal.reason,
    change_id: proposal.changeId,
    needs: proposal.needs.map(({ id, number, status, met }) => ({ id, number, status, met })),
    amended: proposal.amendment?.note ?? null,
  }
}

/** What a tool answered as the command line's JSON gives it. */
export function resultDocument({ changeId, readUnder, ...result }: ToolResult) {
  const allowed = readUnder?.allowed
  return {
    ...result,
    ...(changeId === undefined ? {} : { change_id: changeId }),
    ...(readUnder === undefined
      ? {}
      : {
          read_under: {
            folders: readUnder.folders,
            ...(allowed === undefined
              ? {}
              : { allowed: { proposal_id: allowed.proposalId, number: allowed.number } }),
          },
        }),
  }
}

/** A proposal that was approved, with what its tool answered. */
export function decidedDocument({
  proposal,
  result,
}: {
  readonly proposal: Proposal
  readonly result: ToolResult | null
}) {
  return { ...proposalDocument(proposal), result: result === null ? null : resultDocument(result) }
}

/** A ledger entry as the command line's JSON gives it. */
export function changeDocument(change: Change) {
  return {
    id: change.id,
    number: change.number,
    status: change.status,
    tool: change.tool,
    class: change.class,
    summary: change.summary,
    preview: change.preview,
    actor: change.actor,
    approved_by: change.approvedBy,
    approval: change.approval,
    grant_id: change.grantId,
    amended: change.amended,
    proposal_id: change.proposalId,
    run_id: change.runId,
    conversation_id: change.conversationId,
    undoes: change.undoes,
    undoes_part_of: change.undoesPartOf,
    undone_by: change.undoneBy,
    redoes: change.redoes,
    batch: change.batch,
    at: new Date(change.at).toISOString(),
  }
}

/** A granted folder as the command line's JSON gives it. */
export function grantDocument(grant: Grant) {
  return {
    id: grant.id,
    path: grant.path,
    access: grant.access,
    source: grant.source,
    available: grant.available,
    created_at: new Date(grant.createdAt).toISOString(),
  }
}

/** A remembered approval as the command line's JSON gives it. */
export function rememberedDocument(grant: StandingGrant) {
  return {
    id: grant.id,
    tool: grant.tool,
    class: grant.class,
    scope: grant.scope,
    label: grant.label,
    actor: grant.actor,
    run_id: grant.runId,
    conversation_id: grant.conversationId,
    used: grant.used,
    uses_left: grant.usesLeft,
    until: grant.until === null ? null : new Date(grant.until).toISOString(),
    status: grant.status,
    created_at: new Date(grant.createdAt).toISOString(),
    created_by: grant.createdBy,
    revoked_at: grant.revokedAt === null ? null : new Date(grant.revokedAt).toISOString(),
    proposal_id: grant.proposalId,
  }
}

/** A remembered approval for reading in a terminal. */
export function rememberedText(grant: StandingGrant): string {
  const { id, tool, label, status, used, usesLeft, until, actor, runId } = grant
  const left = usesLeft === null ? '' : `, ${usesLeft} left`
  const end = until === null ? '' : `, until ${new Date(until).toISOString()}`
  const anyProgram = actor.kind === 'mcp_client' && runId === null
  const whose = anyProgram ? `, for any program that calls itself ${quoted(actor.name)}` : ''
  return `${id}  ${status}  ${tool}: ${label} (used ${used}${left}${end}${whose})`
}

/** A tool's policy as the command line's JSON gives it. */
export function policyDocument({ assistant, tool, class: toolClass, chosen, policy, allowed }: ToolPolicy) {
  return { assistant, tool, class: toolClass, chosen, policy, allowed }
}

/** A proposal for reading in a terminal, with its diff, and how what a waiting one was planned against `moved` since. */
export function proposalText(proposal: Proposal, moved: ErrorShape | null = null): string {
  const { number, class: toolClass, status, preview } = proposal
  const lines = [`#${number}  ${toolClass}  ${status}  ${inOneLine(preview.summary)}`]
  for (const reason of proposal.raisedBecause) lines.push(`  raised: ${inOneLine(reason)}`)
  for (const needed of proposal.needs) if (!needed.met) lines.push(`  needs: #${needed.number}`)
  if (moved !== null) {
    lines.push(`  moved: ${inOneLine(moved.message)} Plan it anew: countersign proposals again ${number}`)
  }
  if (proposal.reason) lines.push(`  reason: ${inOneLine(proposal.reason)}`)
  return [...lines, ...previewLines(preview)].join('\n')
}

/** What has become of a ledger entry, in a word. */
export function stateOf({ status, undoneBy }: Pick<Change, 'status' | 'undoneBy'>): string {
  return undoneBy === null ? status : 'undone'
}

/** A ledger entry for reading in a terminal, with its diff. */
export function changeText(change: Change): string {
  return [
    `#${change.number}  ${change.class}  ${stateOf(change)}  ${inOneLine(change.summary)}`,
    ...previewLines(change.preview),
  ].join('\n')
}

function previewLines(preview: Preview): string[] {
  return [
    ...preview.warnings.map((warning) => `  ! ${inOneLine(warning)}`),
    ...preview.lost.map(
      ({ label, detail }) =>
        `  lost: ${inOneLine(label)}${detail === undefined ? '' : ` (${inOneLine(detail)})`}`,
    ),
    ...preview.changes.flatMap((change) => [
      // What the only one is of, the summary says.
      ...(change.kind === 'fields' && preview.changes.length > 1 ? [`  ${inOneLine(change.label)}`] : []),
      ...changeLines(change),
    ]),
    ...(preview.holds === undefined ? [] : [`  ${preview.holds}`]),
  ]
}

function changeLines(change: ChangePreview): string[] {
  switch (change.kind) {
    case 'text': {
      const body =
        change.content === undefined
          ? change.hunks.flatMap((hunk) => [
              `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
              ...hunk.lines,
            ])
          : change.content
              .replace(/\n$/, '')
              .split('\n')
              .map((line) => `+${line}`)
      return [
        `  ${inOneLine(change.label)}  +${change.added} -${change.removed}`,
        ...body.map((line) => `    ${line}`),
      ]
    }
    case 'binary':
      return [`  ${inOneLine(change.label)}  ${change.sizeBefore ?? 0} → ${change.sizeAfter ?? 0} bytes`]
    case 'fields':
      return change.fields.map(
        ({ name, before, after }) =>
          // What stays is told once.
          `  ${inOneLine(name)}: ${indented(before === after ? (after ?? '–') : `${before ?? '–'} → ${after ?? '–'}`)}`,
      )
    case 'removal':
      return [`  remove ${inOneLine(change.reference)}`]
    default:
      return assertNever(change)
  }
}

/** What a call had a model do, as people read it. */
export function usageText(usage: Usage): string {
  const number = new Intl.NumberFormat('en')
  return `The model used ${number.format(sentTokens(usage))} tokens in, ${number.format(usage.outputTokens)} out.`
}
