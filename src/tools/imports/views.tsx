import { CircleSlash2, Import } from 'lucide-react'
import { messageInLanguage } from '../../renderer/text/sentences'
import { KeyValues } from '../../renderer/ui/key-values'
import { ResultList } from '../../renderer/ui/result-list'
import { bindToolViews } from '../../renderer/ui/tool-view'
import importsModule from './module'
import { german } from './titles'
import { text } from './views-text'

export default bindToolViews(importsModule, german, {
  import_data: {
    icon: Import,
    approve: () => text().importVerb,
    doing: () => text().importing,
    done: ({ output }) => text().imported(output?.conversations ?? 0, output?.notes ?? 0),
    Result: ({ output: { conversations, notes, here, left_out } }) => (
      <>
        <KeyValues
          items={[
            { label: text().conversations, value: String(conversations) },
            { label: text().notes, value: String(notes) },
            { label: text().here, value: String(here) },
          ]}
        />
        {left_out.length > 0 && (
          <ResultList
            label={text().leftOut}
            items={left_out.map(({ reason, said }, index) => ({
              key: String(index),
              icon: CircleSlash2,
              title: messageInLanguage(reason, said),
            }))}
          />
        )}
      </>
    ),
  },
})
