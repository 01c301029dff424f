import { CircleSlash2, Import } from 'lucide-react'
import { messageInLanguage } from '../../renderer/text/sentences'
import { KeyValues } from '../../renderer/ui/key-values'
import { ResultList } from '../../renderer/ui/result-list'
import { bindToolViews } from '../../renderer/ui/tool-view'
import importsModule from './module'
import * as titles from './titles'
import { text } from './views-text'

const noCounts = { conversations: 0, notes: 0, contacts: 0, tasks: 0 }

export default bindToolViews(importsModule, titles, {
  import_data: {
    icon: Import,
    approve: () => text().importVerb,
    doing: () => text().importing,
    done: ({ output }) => text().imported(output ?? noCounts),
    Result: ({ output: { conversations, notes, contacts, tasks, here, left_out } }) => (
      <>
        <KeyValues
          items={[
            { label: text().conversations, value: String(conversations) },
            { label: text().notes, value: String(notes) },
            { label: text().contacts, value: String(contacts) },
            { label: text().tasks, value: String(tasks) },
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
