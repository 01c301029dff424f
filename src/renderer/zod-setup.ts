import { z } from 'zod'

// The content security policy forbids compiling code from strings; must run before the first schema is used.
z.config({ jitless: true })
