// node prof.mjs ROOT PATH N -> profile self/total per function
import { readFileSync, readdirSync, mkdtempSync } from 'node:fs';
import http from 'node:http';
const [root, path, n] = process.argv.slice(2);
const { startApplication } = await import(`${root}/bench/src/measured-process.ts`);
const dir = mkdtempSync('/tmp/speed/prof-');
const app = await startApplication(undefined, { NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=100 --cpu-prof-dir=${dir}` });
const agent = new http.Agent({ keepAlive: true, maxSockets: 20 });
if (path === 'transcribe') {
  const body = readFileSync('/tmp/speed/speech.wav');
  for (let i = 0; i < Number(n); i++) { const r = await fetch(`${app.baseUrl}/transcribe`, { method: 'POST', headers: { ...app.headers, 'content-type': 'application/octet-stream' }, body }); const a = await r.json(); if (!a.ok) throw new Error(JSON.stringify(a)); }
} else {
  const get = (url, headers) => new Promise((res, rej) => { const q = http.get(url, { agent, headers }, (r) => { r.resume(); r.once('end', () => res(r.statusCode)); }); q.once('error', rej); });
  let left = Number(n);
  await Promise.all(Array.from({ length: 20 }, async () => { while (left-- > 0) await get(app.baseUrl + path, app.headers); }));
}
await app.end(); agent.destroy();
const files = readdirSync(dir).map((f) => [f, readFileSync(`${dir}/${f}`, 'utf8')]).sort((a, b) => b[1].length - a[1].length);
console.log(files.map(([f, t]) => f + ' ' + t.length).join('\n'));
const prof = JSON.parse(files[0][1]);
const byId = new Map(prof.nodes.map((x) => [x.id, x]));
const parent = new Map(); for (const x of prof.nodes) for (const c of x.children ?? []) parent.set(c, x.id);
const self = new Map(); prof.samples.forEach((id, i) => self.set(id, (self.get(id) ?? 0) + prof.timeDeltas[i]));
const name = (x) => `${x.callFrame.functionName || '(anon)'} ${x.callFrame.url.split('/').slice(-3).join('/')}:${x.callFrame.lineNumber + 1}`;
const selfBy = new Map(), totalBy = new Map();
for (const [id, us] of self) {
  const x = byId.get(id); selfBy.set(name(x), (selfBy.get(name(x)) ?? 0) + us);
  const seen = new Set(); for (let at = id; at !== undefined; at = parent.get(at)) { const k = name(byId.get(at)); if (!seen.has(k)) { seen.add(k); totalBy.set(k, (totalBy.get(k) ?? 0) + us); } }
}
const show = (m, k) => [...m].sort((a, b) => b[1] - a[1]).slice(0, k).map(([n2, us]) => `${(us / Number(n)).toFixed(2).padStart(9)} us/req  ${n2}`).join('\n');
console.log('SELF\n' + show(selfBy, 45)); console.log('TOTAL\n' + show(totalBy, 90));
process.exit(0);
