import { registerHooks } from 'node:module'

// dependency-cruiser reads TypeScript through the compiler's classic JavaScript API, which TypeScript 7 no longer
// has; without one it passes over every .ts file in silence. So it gets TypeScript 6, for its parser alone.
registerHooks({
  resolve: (specifier, context, next) =>
    /^typescript(\/|$)/.test(specifier) && /\/dependency-cruiser\//.test(context.parentURL ?? '')
      ? next(specifier.replace('typescript', 'typescript-6'), context)
      : next(specifier, context),
})
