import { BellOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { StandingGrant } from '../../../shared/contract/standing-grants'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { toolTitle } from '../../app/tool-views'
import { usePage } from '../../stores/page'
import { loadStandingGrants, revokeStandingGrant, useStandingGrants } from '../../stores/standing-grants'
import { attempt, notify } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { formatMoment } from '../../text/language'
import { messageInLanguage } from '../../text/sentences'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ClassBadge } from '../../ui/class-badge'
import { HiddenText } from '../../ui/hidden-text'
import { actorName } from '../actor-name'
import { SettingsSection } from './settings-section'

/** Every remembered approval with its limits, and the way to end it. */
export function StandingGrantsSection() {
  const { grants, loaded } = useStandingGrants()
  const ready = usePage((page) => page.ready)
  const [all, setAll] = useState(false)
  const t = decisionText().grants
  useEffect(() => {
    if (ready) void attempt(loadStandingGrants())
  }, [ready])
  const ended = grants.filter((grant) => grant.status !== 'active')
  const shown = all ? grants : grants.filter((grant) => grant.status === 'active')
  return (
    <SettingsSection id="standing-grants" intro={t.intro}>
      {loaded && shown.length === 0 && <p className="settings-quiet">{t.none}</p>}
      {shown.length > 0 && (
        <ul className="settings-list" aria-label={t.title}>
          {shown.map((grant) => (
            <GrantLine key={grant.id} grant={grant} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <div>
          <Button size="sm" variant="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
            {t.ended(ended.length)}
          </Button>
        </div>
      )}
    </SettingsSection>
  )
}

function GrantLine({ grant }: { readonly grant: StandingGrant }) {
  const t = decisionText().grants
  const name = t.covers(toolTitle(grant.tool, grant.toolTitle), messageInLanguage(grant.label, grant.said))
  const limits = [
    grant.usesLeft === null ? t.unlimited : t.left(grant.usesLeft),
    grant.until === null ? t.noEnd : t.until(formatMoment(grant.until)),
    t.used(grant.used),
    holderOf(grant),
    t.from(grant.proposalNumber),
  ]
  const revoke = async () => {
    if (await attempt(revokeStandingGrant(grant.id).then(() => true))) {
      notify({ tone: 'success', title: t.revoked })
    }
  }
  return (
    <li className="settings-line">
      <BellOff size={16} aria-hidden />
      <span>
        <strong>
          <HiddenText text={name} />
        </strong>
        {grant.targets.map((target) => (
          <span key={target.reference}>
            <HiddenText
              text={target.kind === 'file' || target.kind === 'folder' ? target.reference : target.label}
            />
          </span>
        ))}
        <span>
          <HiddenText text={limits.join(' · ')} />
        </span>
      </span>
      <ClassBadge toolClass={grant.class} />
      {grant.status === 'active' ? (
        <Button size="sm" aria-label={t.revokeOf(revealAsText(name))} onClick={() => void revoke()}>
          {t.revoke}
        </Button>
      ) : (
        <Badge>{t.status[grant.status]}</Badge>
      )}
    </li>
  )
}

/** Whose calls it covers. A program is known by the name that it gives itself, but for one session. */
function holderOf({ actor, runId }: StandingGrant): string {
  const anyProgram = actor.kind === 'mcp_client' && runId === null
  return anyProgram ? decisionText().grants.anyProgram(actor.name) : actorName(actor)
}
