import { benchIngest } from './ingest'
for (let i=0;i<1;i++) console.table(await benchIngest({ root: process.cwd(), workers: process.cwd()+'/node_modules/.cache/hlib-workers' }))
