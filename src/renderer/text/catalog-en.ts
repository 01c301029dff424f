/** What every screen of a catalogue says of its entries, in English: assistants, missions and sequences. */
export const catalogEn = {
  edit: 'Edit',
  duplicate: 'Duplicate',
  remove: 'Delete…',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeConfirm: 'Move to the trash',
  removed: (name: string) => `“${name}” was moved to the trash.`,
  undo: 'Undo',
  restore: 'Restore',
  restored: (name: string) => `“${name}” is back.`,
  writtenKept: 'What you wrote is not lost: it is there again once this is restored.',
  trash: 'In the trash',
  actions: (name: string) => `Actions for ${name}`,
  unsaved: 'Not saved',
  name: 'Name',
  save: 'Save',
  saved: (name: string) => `“${name}” is saved.`,
}
