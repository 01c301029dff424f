import { text } from '../../text/text'
import { ScreenHeader } from '../screen-header'
import { AboutSection } from './about-section'
import { AppearanceSection } from './appearance-section'
import { DataSection } from './data-section'
import { FoldersSection } from './folders-section'
import { HistorySection } from './history-section'
import { MeaningSection } from './meaning-section'
import { ModelSection } from './model-section'
import { NotificationsSection } from './notifications-section'
import { ProposalsSection } from './proposals-section'
import { RecognitionSection } from './recognition-section'
import { StandingGrantsSection } from './standing-grants-section'
import { WatchedFoldersSection } from './watched-folders-section'
import { WebPagesSection } from './web-pages-section'
import './settings.css'

/** What a person sets. */
export function SettingsScreen() {
  return (
    <div className="screen">
      <ScreenHeader title={text().settings.title} />
      <div className="screen-body">
        <div className="screen-column settings">
          <ModelSection />
          <MeaningSection />
          <RecognitionSection />
          <FoldersSection />
          <WatchedFoldersSection />
          <WebPagesSection />
          <ProposalsSection />
          <StandingGrantsSection />
          <HistorySection />
          <DataSection />
          <AppearanceSection />
          <NotificationsSection />
          <AboutSection />
        </div>
      </div>
    </div>
  )
}
