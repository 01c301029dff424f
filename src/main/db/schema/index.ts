// The types of the tables; the migrations in resources/migrations make them, and a test compares the two.

export * from './application'
export * from './assistants'
export * from './changes'
export * from './contacts'
export * from './conversations'
export * from './library'
export * from './mcp-servers'
export * from './missions'
export * from './notes'
export * from './search'
export * from './sequences'
export * from './tasks'
