import {
  Contact,
  ContactRound,
  Link2,
  Merge,
  Search,
  Unlink2,
  UserPen,
  UserPlus,
  Users,
  UserX,
} from 'lucide-react'
import { bindToolViews } from '../../renderer/ui/tool-view'
import contactsModule from './module'
import * as titles from './titles'
import { ContactFacts, ContactLines, LinkFacts, NamedContacts, SkippedCards } from './views-contacts'
import { text } from './views-text'

export default bindToolViews(contactsModule, titles, {
  list_contacts: {
    icon: Users,
    doing: () => text().listing,
    done: ({ output }) => text().listed(output?.contacts.length ?? 0, output?.total ?? 0),
    Result: ({ output: { contacts, cursor, total } }) => (
      <ContactLines contacts={contacts} note={total === 0 ? text().none : cursor !== null && text().more} />
    ),
  },
  search_contacts: {
    icon: Search,
    doing: ({ input }) => text().searching(input?.query),
    done: ({ input, output }) => text().searched(output?.total ?? 0, input?.query ?? ''),
    Result: ({ output: { contacts, total } }) => (
      <ContactLines
        contacts={contacts}
        note={total === 0 ? text().none : total > contacts.length && text().more}
      />
    ),
  },
  read_contact: {
    icon: Contact,
    doing: () => text().reading,
    done: ({ output }) => (output ? text().read(output.name) : text().reading),
    Result: ({ output }) => (
      <>
        <ContactFacts contact={output} />
        <NamedContacts
          label={text().links}
          contacts={output.links.map(({ relation, direction, other }) => ({
            ...other,
            name:
              direction === 'from' ? text().isOf(relation, other.name) : text().hasOne(relation, other.name),
          }))}
        />
        <NamedContacts
          label={text().people}
          contacts={output.people.map(({ role, ...each }) => ({ ...each, meta: role }))}
        />
      </>
    ),
  },
  create_contact: {
    icon: UserPlus,
    doing: ({ input }) => text().creating(input?.name),
    done: ({ output }) => text().created(output?.name ?? ''),
    Result: ({ output }) => <ContactFacts contact={output} />,
  },
  import_contacts: {
    icon: ContactRound,
    approve: () => text().importVerb,
    doing: () => text().importing,
    done: ({ output }) => text().imported(output?.succeeded ?? 0, output?.skipped.length ?? 0),
    Result: ({ output }) => (
      <>
        <NamedContacts label={text().contacts} contacts={output.results} />
        <SkippedCards cards={output.skipped} />
      </>
    ),
  },
  update_contact: {
    icon: UserPen,
    doing: () => text().updating,
    done: ({ output }) => text().updated(output?.name ?? ''),
    Result: ({ output }) => <ContactFacts contact={output} />,
  },
  link_contacts: {
    icon: Link2,
    doing: () => text().linking,
    done: ({ output }) => text().linked(output?.from.name ?? '', output?.to.name ?? ''),
    Result: LinkFacts,
  },
  unlink_contacts: {
    icon: Unlink2,
    doing: () => text().unlinking,
    done: ({ output }) => text().unlinked(output?.from.name ?? '', output?.to.name ?? ''),
    Result: LinkFacts,
  },
  merge_contacts: {
    icon: Merge,
    approve: () => text().merge,
    doing: () => text().merging,
    done: ({ output }) => text().merged(output?.merged.length ?? 0, output?.name ?? ''),
    Result: ({ output: { merged, ...contact } }) => (
      <>
        <ContactFacts contact={contact} />
        <NamedContacts label={text().mergedOnes} contacts={merged} />
      </>
    ),
  },
  delete_contacts: {
    icon: UserX,
    doing: () => text().deleting,
    done: ({ output }) => text().deleted(output?.succeeded ?? 0),
    Result: ({ output }) => <NamedContacts label={text().contacts} contacts={output.results} />,
  },
})
