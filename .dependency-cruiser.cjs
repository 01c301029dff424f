/** Who may import whom; the reasons are in docs/decisions/0001-layers.md. */
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })
const test = '\\.(test|slow\\.test)\\.tsx?$'

module.exports = {
  forbidden: [
    rule(
      'no-cycle',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
      'A cycle has no top to read from.',
    ),
    rule(
      'shared-is-neutral',
      { path: '^src/shared', pathNot: test },
      { pathNot: ['^src/shared', '^node_modules/(zod|@orpc/contract)/'] },
      'shared is parsed by the page and by main: zod and the contract only.',
    ),
    rule(
      'text-change-knows-no-tool',
      { path: '^src/text-change', pathNot: test },
      { path: '^src/', pathNot: ['^src/text-change', '^src/shared'] },
      'Changes of texts are the same whoever keeps the text: tools take them from here instead of from each other.',
    ),
    rule(
      'module-is-neutral',
      { path: '^src/tools/([^/]+)/(module(\\.ts$|/)|titles\\.ts$)' },
      { pathNot: ['^src/shared', '^node_modules/zod/', '^src/tools/$1/module(\\.ts$|/)'] },
      'A catalog is a value that both sides read.',
    ),
    rule(
      'runtime-gets-the-world-by-its-factory',
      { path: '^src/tools/([^/]+)/runtime', pathNot: test },
      {
        path: '^src/(main|renderer|preload)',
        dependencyTypesNot: ['type-only'],
      },
      'Main services come in through the factory; only their types are imported.',
    ),
    rule(
      'views-see-only-the-page',
      { path: '^src/tools/([^/]+)/views', pathNot: test },
      { path: '^src/(main|preload|renderer/(app|stores|screens))' },
      'Views use their module, shared and renderer/ui.',
    ),
    rule(
      'no-tool-imports-another',
      { path: '^src/tools/([^/]+)/' },
      { path: '^src/tools/([^/]+)/', pathNot: '^src/tools/$1/' },
      'One tool module, one folder.',
    ),
    rule(
      'main-never-renderer',
      { path: '^src/main' },
      { path: '^src/(renderer|preload)|^src/tools/[^/]+/views' },
    ),
    rule(
      'main-takes-runtimes-in-the-registry-only',
      { path: '^src/main', pathNot: ['^src/main/agent/registry', test] },
      { path: '^src/tools/' },
    ),
    rule(
      'renderer-never-main',
      { path: '^src/(renderer|preload)' },
      { path: '^src/main|^src/tools/[^/]+/runtime' },
    ),
    rule(
      'renderer-takes-views-in-the-registry-only',
      { path: '^src/renderer', pathNot: ['^src/renderer/app/tool-views', '^src/renderer/gallery', test] },
      { path: '^src/tools/' },
    ),
    rule(
      'ui-is-a-leaf',
      { path: '^src/renderer/ui' },
      { path: '^src/(renderer/(app|stores|screens)|main|tools|preload)' },
    ),
    rule(
      'only-stores-call-the-client',
      { path: '^src/renderer/(screens|ui)' },
      { path: '^src/renderer/app/client' },
      'Screens go through a store.',
    ),
    rule(
      'electron-in-its-place',
      { path: '^src', pathNot: ['^src/main/electron/', '^src/main/index\\.ts$', '^src/preload/'] },
      { path: '^(node_modules/)?electron(/|$)' },
    ),
    rule(
      'sql-in-db',
      { path: '^src', pathNot: ['^src/main/db/', test] },
      { path: '^node_modules/(better-sqlite3|drizzle-orm|@types/better-sqlite3)/' },
      'All SQL is in src/main/db.',
    ),
    rule(
      'http-without-its-namespace',
      { path: '^src', pathNot: test },
      { path: '^(node:)?http$', dependencyTypesNot: ['type-only'] },
      'An import of node:http loads all of fetch at each start: main/start/node-http has it without.',
    ),
    rule('product-never-tests', { path: '^src', pathNot: test }, { path: '^tests' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^tests/electron/stand-in/fixture' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.tests.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
