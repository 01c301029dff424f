import { expect, it } from 'vitest'
import { acrossMigration } from '../../../tests/support/former-database'
import { folded } from '../library/analysis/fold'

it('folds again what a version before folded otherwise', () => {
  acrossMigration(
    'More letters are folded',
    (raw) => {
      const common = "outside, made_by, changed_by, created_at, updated_at, revision) VALUES ('a',"
      raw.exec(`
        INSERT INTO contacts (id, kind, name, folded_name, emails, phones, addresses, urls, organization, role, birthday, tags,
            notes, words, marks, ${common} 'person', 'Νίκος', 'νικος', '[]', '[]', '[]', '[]', NULL, '', NULL, '[]', '',
            'νικος' || char(10) || 'αθηνας', char(10) || 'name νικος' || char(10) || char(10) || 'email n@example.org' || char(10),
            '[]', '{}', '{}', 1, 1, 1);
        INSERT INTO tasks (id, title, notes, status, priority, due, parent, needs, assistant, tags, words, ${common}
            'Κήπος', '', 'open', 'normal', NULL, NULL, '[]', NULL, '[]', 'κηπος', '[]', '{}', '{}', 1, 1, 1);
        INSERT INTO notes (id, title, title_order, content, tags, outside, created_by, changed_by, created_at, updated_at, revision)
          VALUES ('n', 'Πίνακας 2', 'πινακας 000000000000002', '', '[]', '[]', '{}', '{}', 1, 1, 1);`)
    },
    (raw) => {
      expect(raw.prepare('SELECT folded_name, words, marks FROM contacts').get()).toEqual({
        folded_name: folded('Νίκος'),
        words: folded('Νίκος\nΑθηνάς'),
        marks: `\nname ${folded('Νίκος')}\n\nemail n@example.org\n`,
      })
      expect(raw.prepare('SELECT words FROM tasks').pluck().get()).toBe(folded('Κήπος'))
      expect(raw.prepare('SELECT title_order FROM notes').pluck().get()).toBe(
        `${folded('Πίνακας')} 000000000000002`,
      )
      expect(folded('Νίκος')).not.toBe('νικος')
    },
  )
})
