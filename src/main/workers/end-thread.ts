/**
 * The message that asks a worker thread to end by itself, between two pieces of work. The database's native code, ended
 * by force while it loads, calls a function or makes an error, aborts the whole process: Node-API gives it no other way
 * to fail then.
 */
export const endThread = 'end this thread'
