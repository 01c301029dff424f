/**
 * Node's HTTP without the namespace that an `import` of it makes: to fill that, Node reads each property, and for
 * `WebSocket` it loads its whole fetch, a tenth of what a start takes.
 */
export const http = process.getBuiltinModule('node:http')
