import { mkdtempSync, readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createBlobStore } from '../../src/main/changes/blobs'
import { openDatabase } from '../../src/main/db/open'
import { createLibrary } from '../../src/main/library/service'
import BetterSqlite3 from 'better-sqlite3'
const folder = mkdtempSync('/tmp/hlib/i-'), path=folder+'/a.db', w=process.cwd()+'/node_modules/.cache/hlib-workers/'
const db=openDatabase(path); let left=9; let fin=()=>{}; const done=new Promise<void>(r=>{fin=r})
const log:[number,string][]=[]
const proto=Object.getPrototypeOf(db.raw.prepare('select 1'))
for(const m of ['run','all','get']){const o=proto[m]; proto[m]=function(...a:unknown[]){const t=performance.now(); try{return o.apply(this,a)}finally{const d=performance.now()-t; if(d>5)log.push([t,`sql ${d.toFixed(0)}ms ${this.source.slice(0,60)}`])}}}
const { Worker, MessagePort } = await import('node:worker_threads')
const op=Worker.prototype.postMessage; Worker.prototype.postMessage=function(m:any,...r:any[]){const t=performance.now(); op.call(this,m,...r); const d=performance.now()-t; if(d>3)log.push([t,`post ${m.kind} ${d.toFixed(0)}ms`])}
const oe=Worker.prototype.emit; Worker.prototype.emit=function(...a:any[]){const t=performance.now(); try{return (oe as any).apply(this,a)}finally{const d=performance.now()-t; if(d>5)log.push([t,`handle ${a[0]} ${a[1]?.kind} ${d.toFixed(0)}ms`])}}
const library=createLibrary({db,dbPath:path,blobs:createBlobStore(folder+'/blobs'),now:Date.now,workers:{extract:pathToFileURL(w+'extract.js'),index:pathToFileURL(w+'index.js')},publish:e=>{ if(e.type==='document'){ if(e.document.status==='complete'&&--left===0)fin()}}})
let last=performance.now(); const gaps:[number,number][]=[]; const iv=setInterval(()=>{const n=performance.now(); if(n-last>15)gaps.push([last,n-last]); last=n},1)
for(const f of readdirSync('../shared/data/pdf')){const {path:source,size,sha256}=await library.inspect('../shared/data/pdf/'+f,new AbortController().signal); library.add({id:library.newId(),path:source,size,sha256,collectionId:'default',title:null,metadata:{}})}
await done; clearInterval(iv)
for(const [t,g] of gaps){console.log(t.toFixed(0),g.toFixed(0)+'ms', log.filter(([a])=>a>=t-3&&a<=t+g).map(x=>x[1]).join(' | '))}
await library.close(); db.close()
