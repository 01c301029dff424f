import type { DocumentFields, LibraryToolService } from '../../../main/library/tool-service'

/** What a person or a tool may change of a document, as plans and inverses keep it. */
export type PlannedFields = Omit<DocumentFields, 'titleChosen' | 'collectionId' | 'tags' | 'metadata'> & {
  title_chosen: boolean
  collection_id: string
  tags: string[]
  metadata: Record<string, string>
}

/** As a plan keeps it. */
export function toPlanned({
  title,
  titleChosen,
  tags,
  metadata,
  collectionId,
}: DocumentFields): PlannedFields {
  return {
    title,
    title_chosen: titleChosen,
    tags: [...tags],
    metadata: { ...metadata },
    collection_id: collectionId,
  }
}

/** As the library takes it. */
export function toFields({
  title,
  title_chosen,
  tags,
  metadata,
  collection_id,
}: PlannedFields): DocumentFields {
  return { title, titleChosen: title_chosen, tags, metadata, collectionId: collection_id }
}

/** What tells the names of collections. */
type Names = Pick<LibraryToolService, 'isCollectionPresent' | 'collection'>

/** The fields as people read them; a collection that is gone by its id. */
export function shownFields(library: Names, fields: PlannedFields) {
  const { collection_id: id } = fields
  return {
    title: fields.title,
    tags: fields.tags.join(', '),
    metadata: Object.entries(fields.metadata)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    collection: library.isCollectionPresent(id) === true ? library.collection(id).name : id,
  }
}

/** What a field that people read is made of. */
export function storedFields(name: string): readonly (keyof PlannedFields)[] {
  switch (name) {
    case 'title':
      return ['title', 'title_chosen']
    case 'collection':
      return ['collection_id']
    case 'tags':
    case 'metadata':
      return [name]
    default:
      return []
  }
}
