import { FileStack, FolderKey, ScrollText, SquareSlash } from 'lucide-react'
import type { ReactNode } from 'react'
import { changeDraft } from '../../stores/conversations'
import { goTo } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { text } from '../../text/text'
import { Logo } from '../../ui/logo'
import { addChosenFiles } from '../choose-files'
import { sectionRoute } from '../settings/sections'
import { FoundServers } from './found-servers'
import './welcome.css'

/** What a conversation can begin with. */
export function Welcome({ id }: { readonly id: string | null }) {
  const t = text().chat
  const write = (words: string) => {
    changeDraft(id, { text: words })
    document.querySelector<HTMLTextAreaElement>('.composer textarea')?.focus()
  }
  return (
    <div className="chat-middle">
      <div className="welcome">
        <Logo size={44} />
        <h2>{t.emptyTitle}</h2>
        <p>{t.emptyText}</p>
        <div className="welcome-cards">
          <WelcomeCard
            icon={<FileStack size={17} aria-hidden />}
            title={t.emptyDrop}
            onSelect={() => void attempt(addChosenFiles(null))}
          >
            {t.emptyDropText}
          </WelcomeCard>
          <WelcomeCard
            icon={<ScrollText size={17} aria-hidden />}
            title={t.emptyAsk}
            onSelect={() => write(t.emptyAskExample)}
          >
            {t.emptyAskText}
          </WelcomeCard>
          <WelcomeCard
            icon={<SquareSlash size={17} aria-hidden />}
            title={t.emptyTool}
            onSelect={() => write('/')}
          >
            {t.emptyToolText}
          </WelcomeCard>
          <WelcomeCard
            icon={<FolderKey size={17} aria-hidden />}
            title={t.emptyFolder}
            onSelect={() => goTo(sectionRoute('folders'))}
          >
            {t.emptyFolderText}
          </WelcomeCard>
        </div>
        <FoundServers />
      </div>
    </div>
  )
}

function WelcomeCard({
  icon,
  title,
  onSelect,
  children,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly onSelect: () => void
  readonly children: ReactNode
}) {
  return (
    <button type="button" className="welcome-card" onClick={onSelect}>
      {icon}
      <strong>{title}</strong>
      <span>{children}</span>
    </button>
  )
}
