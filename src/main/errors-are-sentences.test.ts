import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Where an error that a person at the window meets is made. */
const places = [
  'src/main/model/**/*.ts',
  'src/main/settings/*.ts',
  'src/main/assistants/*.ts',
  'src/main/pictures/*.ts',
  'src/main/agent/conversations.ts',
  'src/main/agent/conversations/*.ts',
  'src/main/agent/runs/*.ts',
  'src/main/agent/gate/undo*.ts',
  'src/main/agent/policy/standing-grants.ts',
  'src/main/library/**/*.ts',
  'src/main/files/{paths,grants,canonical,disk-errors,handles,look,trash}.ts',
  'src/main/{web,http}/*.ts',
  'src/main/electron/*secrets.ts',
  'src/main/*secrets.ts',
  'src/shared/system-failures.ts',
]

/** What a model, another program, the command line or a developer alone is told, by how it begins. */
const plain = [
  'There is no model ',
  'This is not a cursor of an earlier answer.',
  'This is not the id of something in the trash.',
  'The file’s name is not percent-encoded.',
  'Port ',
]

/** The words that an error is made with in place of a sentence of the catalogue. */
const wordsOfError =
  /new (?:AppError|ModelFailure|EmbeddingFailure)\(\s*(?:'[a-z_]+'|[\w.]+),\s*(['`])((?:(?!\1)[^\\]|\\.)*)\1/gu

describe('errors that a person at the window meets', () => {
  const files = places.flatMap((place) => globSync(place)).filter((path) => !path.endsWith('.test.ts'))

  it('are made in these places', () => {
    expect(files.length).toBeGreaterThan(150)
    const made = files.filter((path) =>
      /new AppError\(\s*'[a-z_]+',\s*say\(/u.test(readFileSync(path, 'utf8')),
    )
    expect(made.length).toBeGreaterThan(50)
  })

  it('are sentences of the catalogue, so that the window says them in its own language', () => {
    const left = files.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(wordsOfError)]
        .map(([, , words = '']) => words)
        .filter((words) => !plain.some((beginning) => words.startsWith(beginning)))
        .map((words) => `${path}: ${words}`),
    )
    expect(left).toEqual([])
  })
})
