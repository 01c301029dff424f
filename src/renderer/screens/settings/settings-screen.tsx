import { SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Route } from '../../app/router'
import { usePage } from '../../stores/page'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { ScreenHeader } from '../screen-header'
import { AboutSection } from './about-section'
import { AppearanceSection } from './appearance-section'
import { DataSection } from './data-section'
import { findSections } from './find-sections'
import { FoldersSection } from './folders-section'
import { HistorySection } from './history-section'
import { McpServersSection } from './mcp-servers-section'
import { MeaningSection } from './meaning-section'
import { ModelSection } from './model-section'
import { NotificationsSection } from './notifications-section'
import { ProgramsSection } from './programs-section'
import { ProposalsSection } from './proposals-section'
import { RecognitionSection } from './recognition-section'
import { SectionIndex } from './section-index'
import { isSectionId, type SectionId, sectionElementId } from './sections'
import { FoundSections } from './settings-section'
import { ShortcutsSection } from './shortcuts-section'
import { StandingGrantsSection } from './standing-grants-section'
import { useShownSection } from './use-shown-section'
import { WatchedFoldersSection } from './watched-folders-section'
import { WebPagesSection } from './web-pages-section'
import './settings.css'

/** What a person sets. */
export function SettingsScreen() {
  const body = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<ReadonlySet<SectionId> | null>(null)
  const { current, show } = useShownSection(body, found)
  const t = text().settings
  const search = (words: string) => {
    setTyped(words)
    setFound(findSections(words))
    if (body.current !== null) body.current.scrollTop = 0
  }
  const route = usePage((page) => page.route)
  const arrivedAt = useRef<Route | null>(null)
  useEffect(() => {
    if (arrivedAt.current === route || route.screen !== 'settings' || !isSectionId(route.id)) return
    if (found !== null && !found.has(route.id)) {
      setTyped('')
      setFound(null)
      return
    }
    arrivedAt.current = route
    show(route.id)
    document.getElementById(`${sectionElementId(route.id)}-title`)?.focus({ preventScroll: true })
  }, [route, found, show])
  return (
    <div className="screen">
      <ScreenHeader title={t.title} />
      <div className="settings-frame">
        <div className="settings-split">
          <SectionIndex current={current} found={found} typed={typed} onType={search} onShow={show} />
          <div className="screen-body" ref={body}>
            <div role="status">
              {found?.size === 0 && (
                <EmptyState
                  icon={SearchX}
                  title={t.nothingFound(typed.trim())}
                  action={<Button onClick={() => search('')}>{t.showAll}</Button>}
                />
              )}
            </div>
            <FoundSections value={found}>
              <div className="screen-column settings">
                <ModelSection />
                <FoldersSection />
                <WebPagesSection />
                <McpServersSection />
                <MeaningSection />
                <RecognitionSection />
                <WatchedFoldersSection />
                <ProposalsSection />
                <StandingGrantsSection />
                <HistorySection />
                <AppearanceSection />
                <NotificationsSection />
                <ShortcutsSection />
                <ProgramsSection />
                <DataSection />
                <AboutSection />
              </div>
            </FoundSections>
          </div>
        </div>
      </div>
    </div>
  )
}
