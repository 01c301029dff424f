import { expect, it } from 'vitest'
import { secretsAmong } from './secret-variables'

it('takes variables for secrets whose names say so, and passwords in addresses', () => {
  expect(
    secretsAmong({
      GITHUB_PAT: 'ghp_0123456789',
      OPENAI_API_KEY: 'sk-0123456789',
      DATABASE_URL: 'postgres://me:p%40ssword-1@db.example/tides',
    }),
  ).toEqual(['ghp_0123456789', 'sk-0123456789', 'p%40ssword-1', 'p@ssword-1'])
})

it('leaves places, switches, numbers and names, which a model has to give again', () => {
  expect(
    secretsAmong({
      ROOT: '/home/me/documents',
      KEY_FILE: '/home/me/key.pem',
      AUTH_ENABLED: 'true',
      TOKEN_LIMIT: '4096',
      TENANT_ID: '3f2c7a10-98d1-4b7e-9c55-0a1b2c3d4e5f',
      COMPATIBLE: 'everything',
    }),
  ).toEqual([])
})
