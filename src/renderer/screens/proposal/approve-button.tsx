import { BellOff, Check, ChevronDown, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { GrantScope } from '../../../shared/contract/standing-grants'
import { keysOf } from '../../../shared/json/keys-of'
import { isSoonLost } from '../../../shared/tool/preview'
import { toolTitle } from '../../app/tool-views'
import { approve, type ShownProposal } from '../../stores/proposals'
import { decisionText } from '../../text/decisions'
import { messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Button, type ButtonProps } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { Notice } from '../../ui/notice'
import { Select } from '../../ui/select'
import { limitsOf, offeredTimes, offeredUses, type UntilChoice, type UseChoice } from './remember'
import type { Decision } from './use-decision'

/** The yes, and beside it the ways not to be asked again where there are any. */
export function ApproveButton({
  proposal,
  decision,
  label,
  icon = Check,
  variant = 'primary',
  size = 'md',
}: {
  readonly proposal: ShownProposal
  readonly decision: Decision
  readonly label: string
  readonly icon?: LucideIcon
  readonly variant?: ButtonProps['variant']
  readonly size?: ButtonProps['size']
}) {
  const [scope, setScope] = useState<GrantScope | null>(null)
  const { ready, busy, draft, preview } = decision
  // What is soon lost is remembered as the very call, of which something else is approved here.
  const isAmended = draft.shown !== null && (draft.shown.edited || draft.shown.choice !== null)
  const remember = isAmended && isSoonLost(preview) ? [] : proposal.remember
  const d = decisionText()
  return (
    <span className="approve" data-decides>
      <Button
        icon={icon}
        size={size}
        variant={variant}
        busy={busy}
        disabled={!ready}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={() => void approve(proposal.id)}
      >
        {label}
      </Button>
      {remember.length > 0 && ready && (
        <Menu
          align="end"
          items={[
            { kind: 'heading', id: 'heading', label: d.dontAsk.heading },
            ...remember.map((option) => ({
              id: option.scope,
              label: messageInLanguage(option.label, option.said),
              icon: BellOff,
              onSelect: () => setScope(option.scope),
            })),
          ]}
          trigger={(props) => <IconButton {...props} icon={ChevronDown} size={size} label={d.dontAsk.more} />}
        />
      )}
      {scope !== null && <RememberDialog proposal={proposal} first={scope} onClose={() => setScope(null)} />}
    </span>
  )
}

function RememberDialog({
  proposal,
  first,
  onClose,
}: {
  readonly proposal: ShownProposal
  readonly first: GrantScope
  readonly onClose: () => void
}) {
  const [scope, setScope] = useState(first)
  const [uses, setUses] = useState<UseChoice>('any')
  const [until, setUntil] = useState<UntilChoice>('day')
  const d = decisionText().dontAsk
  const confirm = () => {
    onClose()
    void approve(proposal.id, { remember: { scope, ...limitsOf(uses, until, Date.now()) } })
  }
  return (
    <Dialog
      title={d.title}
      description={d.text(toolTitle(proposal.tool, proposal.toolTitle))}
      icon={BellOff}
      size="sm"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text().app.cancel}</Button>
          <Button variant="primary" icon={Check} onClick={confirm}>
            {d.approve}
          </Button>
        </>
      }
    >
      <Select
        label={d.scope}
        value={scope}
        options={proposal.remember.map((option) => ({
          value: option.scope,
          label: messageInLanguage(option.label, option.said),
        }))}
        onChange={setScope}
      />
      <Select
        label={d.uses}
        value={uses}
        options={keysOf(offeredUses).map((value) => ({ value, label: d.usesOptions[value] }))}
        onChange={setUses}
      />
      <Select
        label={d.until}
        value={until}
        options={keysOf(offeredTimes).map((value) => ({ value, label: d.untilOptions[value] }))}
        onChange={setUntil}
      />
      {outlivesSession(proposal, scope) && (
        <Notice title={<HiddenText text={d.anyProgram(proposal.actor.name)} />} />
      )}
    </Dialog>
  )
}

/** Whether what is remembered of a program's proposal holds beyond the session that it was made in. */
function outlivesSession({ actor, class: toolClass }: ShownProposal, scope: GrantScope): boolean {
  return actor.kind === 'mcp_client' && scope !== 'run' && toolClass !== 'destructive_update'
}
