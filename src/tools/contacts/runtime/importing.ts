import { basename } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Alike } from '../../../main/contacts/alike'
import type { CardContact, CardsRead } from '../../../main/contacts/read-vcard'
import type { ContactService } from '../../../main/contacts/service'
import type { FileService } from '../../../main/files/service'
import { person } from '../../../shared/actor'
import { type ContactData, emptyContact } from '../../../shared/contract/contacts'
import { AppError } from '../../../shared/errors'
import type { Placeless } from '../../../shared/sentences/contacts'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { reasonOf, type Sentence } from '../../../shared/sentences/sentence'
import { foldedName } from '../../../shared/text/one-line'
import { type Preview, spoken } from '../../../shared/tool/preview'
import { changedFields } from '../../../shared/tool/record-fields'
import type { ToolContext } from '../../../shared/tool/runtime'
import type { ImportPlan } from '../module'
import type { ContactsTool } from '../runtime'
import { applyPlan, requireBaseOf } from './apply-plan'
import { targetOf } from './changing'
import { failureNaming, outsideOf, tellingOf, writtenAfter } from './from-outside'
import { type PlanView, planView } from './plan-view'
import { shownFields, shownName } from './shown-fields'
import { namedOf } from './state'
import { undoContacts } from './undo'

/** What importing needs of the world. */
export interface ImportServices {
  readonly contacts: ContactService
  readonly files: Pick<FileService, 'resolveReadable' | 'originOf'>
}

/** Names of those that are skipped that a proposal tells, as it does of what is lost. */
const namedOnes = 20
/** Sentences of a kind that a proposal tells; what came of the others is in the result. */
const toldOfKind = 5

/** Adds the contacts of files, all in one change. */
export function importContacts({ contacts, files }: ImportServices): ContactsTool<'import_contacts'> {
  return {
    async plan(input, context) {
      const view = planView(contacts, context)
      const files = await filesOf([...new Set(input.paths)], context)
      const read = await contacts.readCards(
        files.map(({ path }) => path),
        context.signal,
      )
      const sorted = await sortedOut(contacts, view, read)
      const outside = writtenAfter(context, ...files)
      const plan: ImportPlan = {
        contacts: sorted.fresh.map(({ id, data }) => ({
          id,
          before: null,
          after: { ...data, outside, revision: 1 },
        })),
        links: [],
        files: files.map(({ path }) => basename(path)),
        skipped: sorted.skipped.map(({ name, reason }) => ({ name, ...reasonOf(reason) })),
      }
      const known = sorted.alike.map(({ contact }) => contact)
      if (plan.contacts.length === 0) {
        return {
          unchanged: {
            content: `Nothing was added. ${skippedText(plan)}`,
            state: { succeeded: 0, failed: 0, results: [], skipped: plan.skipped },
            ...tellingOf({ outside }, ...known),
          },
        }
      }
      const warnings = [...warningsOf(sorted), ...leftOutOf(read)]
      return { plan, sources: outsideOf({ outside }, ...known), preview: previewOf(view, plan, { warnings }) }
    },
    chooseBy: 'items',
    async narrow({ plan, preview }, { items = [] }, context) {
      const chosen = new Set(items)
      const kept = plan.contacts.filter((_, place) => chosen.has(place))
      if (kept.length !== chosen.size || kept.length === 0) {
        throw new AppError('invalid_input', say('proposal.no_such_part'), { field: 'choice' })
      }
      const left = new Set(plan.contacts.filter((step) => !kept.includes(step)).map(({ id }) => id))
      const narrowed = {
        ...plan,
        // Whoever belongs to one that does not come belongs to none.
        contacts: kept.map((step) =>
          step.after !== null && left.has(step.after.organization ?? '')
            ? { ...step, after: { ...step.after, organization: null } }
            : step,
        ),
      }
      return { plan: narrowed, preview: previewOf(planView(contacts, context), narrowed, preview) }
    },
    async apply(plan, context) {
      await refuseThereMeanwhile(contacts, plan)
      const { contacts: steps } = await applyPlan(contacts, plan, context)
      const made = steps.flatMap(({ after }) => after ?? [])
      return {
        content: [
          `Added ${counted(made.length, 'contact')} from ${plan.files.map((name) => `“${name}”`).join(', ')}.`,
          skippedText(plan),
        ]
          .join(' ')
          .trim(),
        state: {
          succeeded: made.length,
          failed: 0,
          results: made.map(namedOf),
          skipped: plan.skipped,
        },
        ...tellingOf(...made),
      }
    },
    ...requireBaseOf(contacts),
    ...undoContacts(contacts),
  }

  /** The files with what their texts count as: what a person says is their own address book nobody else wrote. */
  async function filesOf(paths: readonly string[], { runId, actor = person }: ToolContext) {
    const byHand = runId === null && (actor.kind === 'person' || actor.kind === 'command_line')
    const found: { path: string; outside: readonly string[] }[] = []
    for (const path of paths) {
      const handed = byHand ? contacts.takeHandedOver(path) : null
      if (handed !== null) {
        found.push({ path, outside: handed.own ? [] : [basename(path)] })
        continue
      }
      const readable = await files.resolveReadable(path)
      found.push({ path: readable, outside: files.originOf(readable).sources ?? [] })
    }
    return found
  }
}

interface Fresh {
  readonly id: string
  readonly data: ContactData
}

interface SortedOut {
  readonly fresh: readonly Fresh[]
  readonly skipped: readonly { readonly name: string; readonly reason: Sentence }[]
  /** Of those that are skipped because they are there already. */
  readonly same: readonly string[]
  readonly twice: number
  readonly refused: CardsRead['refused']
  /** Others that are there and may be the same as one that comes. */
  readonly alike: readonly Alike[]
}

/** Who comes, and who is there already as the files have them. */
async function sortedOut(contacts: ContactService, view: PlanView, read: CardsRead): Promise<SortedOut> {
  const alikeTo = contacts.alikeNow()
  const proposed = view.proposed()
  const fresh: (Fresh & { readonly card: CardContact })[] = []
  const ofName = new Map<string, (typeof fresh)[number][]>()
  const same: string[] = []
  const alike: Alike[] = []
  let twice = 0
  const skipped: { name: string; reason: Sentence }[] = []
  const nameOf = (id: string | null) => (id === null ? '' : (view.find(id)?.name ?? ''))
  for await (const card of inTurns(read.contacts)) {
    const { name } = card.data
    const found = alikeTo(card.data)
    const there = [...found.map(({ contact }) => contact), ...proposed]
    if (there.some((other) => covers(contacts, card, other, nameOf(other.organization)))) {
      same.push(name)
      skipped.push({ name, reason: say('contact.import_same') })
      continue
    }
    const before = ofName.get(foldedName(name)) ?? []
    if (before.some((other) => covers(contacts, card, other.data, other.card.organization))) {
      twice++
      skipped.push({ name, reason: say('contact.import_twice') })
      continue
    }
    alike.push(...found)
    const one = { id: contacts.newId(), data: card.data, card }
    fresh.push(one)
    ofName.set(foldedName(name), [...before, one])
  }
  skipped.push(...read.refused)
  const all = withOrganizations(contacts, fresh, (name) => {
    const there = alikeTo({ name, emails: [], phones: [] }).map(({ contact }) => contact)
    const key = foldedName(name)
    const known = [...there, ...proposed.filter((each) => foldedName(each.name) === key)]
    return known.find(({ kind }) => kind === 'organization')?.id ?? null
  })
  return { fresh: all, skipped, same, twice, refused: read.refused, alike }
}

/** Each with the organization that its card names: one that is there, one of the files, or else a new one of that name. */
function withOrganizations(
  contacts: ContactService,
  fresh: readonly (Fresh & { readonly card: CardContact })[],
  thereBy: (name: string) => string | null,
): Fresh[] {
  const ids = new Map<string, string>()
  for (const { id, data } of fresh) {
    const key = foldedName(data.name)
    if (data.kind === 'organization' && !ids.has(key)) ids.set(key, thereBy(data.name) ?? id)
  }
  const implied: Fresh[] = []
  const idOf = (name: string): string => {
    const key = foldedName(name)
    const known = ids.get(key) ?? thereBy(name)
    const id = known ?? contacts.newId()
    ids.set(key, id)
    if (known === null) implied.push({ id, data: { ...emptyContact, kind: 'organization', name } })
    return id
  }
  const named = fresh.map(({ id, data, card }) => {
    const organization = card.organization === '' ? null : idOf(card.organization)
    return { id, data: { ...data, organization: organization === id ? null : organization } }
  })
  return [...named, ...implied]
}

/** Contacts that are looked at before other work has its turn. */
const lookedAtOnce = 50

async function* inTurns<Value>(all: readonly Value[]): AsyncGenerator<Value> {
  for (const [place, one] of all.entries()) {
    if (place % lookedAtOnce === lookedAtOnce - 1) await nextTurn()
    yield one
  }
}

const lists = ['emails', 'phones', 'addresses', 'urls'] as const

/** Whether one that is there has all that a card has: then importing it would add nothing. */
function covers(
  contacts: ContactService,
  { data, organization }: CardContact,
  there: ContactData,
  organizationThere: string,
): boolean {
  const lines = (text: string) => text.replace(/\r\n?/g, '\n').trim()
  return (
    there.kind === data.kind &&
    foldedName(there.name) === foldedName(data.name) &&
    lists.every((list) => {
      const has = new Set(there[list].map(({ value }) => contacts.keyOf(list, value)))
      return data[list].every(({ value }) => has.has(contacts.keyOf(list, value)))
    }) &&
    (data.role === '' || there.role === data.role) &&
    (data.birthday === null || there.birthday === data.birthday) &&
    data.tags.every((tag) => there.tags.includes(tag)) &&
    (data.notes.trim() === '' || lines(there.notes) === lines(data.notes)) &&
    (organization === '' || foldedName(organization) === foldedName(organizationThere))
  )
}

/** Somebody may have imported the same meanwhile, and nobody is there twice without having been shown as that. */
async function refuseThereMeanwhile(contacts: ContactService, plan: ImportPlan): Promise<void> {
  const alikeTo = contacts.alikeNow()
  const coming = new Map(plan.contacts.map(({ id, after }) => [id, after]))
  for await (const { after } of inTurns(plan.contacts)) {
    if (after === null) continue
    const organization =
      coming.get(after.organization ?? '') ??
      (after.organization === null ? null : contacts.find(after.organization))
    const card = {
      data: { ...after, organization: null },
      organization: organization?.name ?? '',
      leftOut: [],
    }
    for (const { contact } of alikeTo(after)) {
      const there = contact.organization === null ? null : contacts.find(contact.organization)
      if (!covers(contacts, card, contact, there?.name ?? '')) continue
      throw failureNaming('conflict', say('contact.import_meanwhile', { name: contact.name }), contact, after)
    }
  }
}

function previewOf(
  view: PlanView,
  plan: ImportPlan,
  { warnings, said }: Partial<Preview> | { warnings: readonly Sentence[]; said?: undefined },
): Preview {
  const coming = new Map(
    plan.contacts.flatMap(({ id, after }) => (after === null ? [] : [[id, after] as const])),
  )
  const names = { find: (id: string) => coming.get(id) ?? view.find(id) }
  const made = [...coming].map(([id, after]) => ({ id, after }))
  const organizations = made.filter(({ after }) => after.kind === 'organization').length
  return spoken({
    summary: say('contacts.import', {
      files: plan.files,
      people: made.length - organizations,
      organizations,
      skipped: plan.skipped.length,
    }),
    targets: made.map(({ id, after }) => targetOf({ id, name: after.name })),
    changes: made.map(({ after }) => ({
      kind: 'fields',
      label: after.name,
      fields: changedFields(null, shownFields(names, after)),
    })),
    lost: [],
    recovery: 'undo',
    warnings: warnings ?? [],
    ...(said === undefined ? {} : { said }),
  })
}

/** Whom it skips, and who may be there twice afterwards. */
function warningsOf({ same, twice, refused, alike }: SortedOut): Sentence[] {
  const others = new Map(alike.map((each) => [each.contact.id, each]))
  return [
    ...(same.length === 0
      ? []
      : [
          say('contacts.import_same', {
            names: same.slice(0, namedOnes),
            more: Math.max(0, same.length - namedOnes),
          }),
        ]),
    ...(twice === 0 ? [] : [say('contacts.import_twice', { count: twice })]),
    ...refused
      .slice(0, toldOfKind)
      .map(({ name, reason }) => say('contacts.import_refused', { name, reason })),
    ...moreThanTold(refused.length),
    ...[...others.values()]
      .slice(0, toldOfKind)
      .map(({ contact, same: by }) => say('contacts.there_already', { name: contact.name, same: by })),
    ...moreThanTold(others.size),
  ]
}

function moreThanTold(count: number): Sentence[] {
  return count <= toldOfKind ? [] : [say('contacts.import_more', { count: count - toldOfKind })]
}

/** What of the cards that come is not taken. */
function leftOutOf({ contacts, noPlace }: CardsRead): Sentence[] {
  const unfit = contacts.filter(({ leftOut }) => leftOut.length > 0)
  return [
    ...unfit
      .slice(0, toldOfKind)
      .map(({ data, leftOut }) =>
        say('contacts.import_unfit', { name: data.name, fields: leftOut.map(shownName) }),
      ),
    ...moreThanTold(unfit.length),
    ...(noPlace.size === 0 ? [] : [say('contacts.import_no_place', countsOf(noPlace))]),
  ]
}

function countsOf(noPlace: CardsRead['noPlace']): Record<Placeless, number> {
  const count = (kind: Placeless) => noPlace.get(kind) ?? 0
  return {
    ...{ picture: count('picture'), chat: count('chat'), relation: count('relation') },
    ...{ anniversary: count('anniversary'), profile: count('profile'), other: count('other') },
  }
}

function skippedText({ skipped }: ImportPlan): string {
  if (skipped.length === 0) return ''
  const told = skipped.slice(0, namedOnes).map(({ name, reason }) => `${name === '' ? '?' : name}: ${reason}`)
  const more = skipped.length > told.length ? [`and ${skipped.length - told.length} more`] : []
  return `Skipped ${counted(skipped.length, 'card')}: ${[...told, ...more].join(' ')}`
}
