// usage: node measure.mjs ROOT WHAT [n]; prints JSON
import { readFileSync, mkdtempSync, existsSync, readdirSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import http from 'node:http';
const [root, what, count] = process.argv.slice(2);
const { startApplication, startBare } = await import(`${root}/bench/src/measured-process.ts`);
const hz = 100;
const cpuOf = (pid) => { // ms from schedstat sum of threads (ns precise)
  let ns = 0;
  for (const t of readdirSync(`/proc/${pid}/task`)) { try { ns += Number(readFileSync(`/proc/${pid}/task/${t}/schedstat`,'utf8').split(' ')[0]); } catch {} }
  return ns / 1e6;
};
const mainCpu = (pid) => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`,'utf8').split(' ')[0]) / 1e6;
const pidOn = (port) => Number(execFileSync('bash',['-c',`ss -ltnp "sport = :${port}" | grep -o 'pid=[0-9]*' | head -1 | cut -d= -f2`]).toString());
const agent = new http.Agent({ keepAlive: true, maxSockets: 20 });
const get = (url, headers) => new Promise((res, rej) => { const q = http.get(url, { agent, headers }, (r) => { r.resume(); r.once('end', () => res(r.statusCode)); }); q.once('error', rej); });
async function load(base, path, headers, n) {
  let left = n;
  await Promise.all(Array.from({ length: 20 }, async () => { while (left-- > 0) { const s = await get(base + path, headers); if (s !== 200) throw new Error('status ' + s); } }));
}
const med = (a) => [...a].sort((x, y) => x - y)[Math.floor(a.length / 2)];
const app = await startApplication();
const pid = app.pid ?? pidOn(new URL(app.baseUrl).port);
try {
  if (what === 'get') {
    const out = {};
    for (const [i, path] of ['/health', '/modes'].entries()) {
      const bytes = await (await fetch(app.baseUrl + path, { headers: app.headers })).text();
      const bare = await startBare(bytes, 39410 + i);
      const bpid = pidOn(39410 + i);
      const ours = [], theirs = [];
      await load(app.baseUrl, path, app.headers, 4000); await load(bare.baseUrl, path, {}, 4000);
      for (let r = 0; r < Number(count ?? 5); r++) {
        let a = cpuOf(pid), m = mainCpu(pid); await load(app.baseUrl, path, app.headers, 3000); ours.push([(cpuOf(pid) - a) / 3, (mainCpu(pid) - m) / 3]);
        a = cpuOf(bpid); m = mainCpu(bpid); await load(bare.baseUrl, path, {}, 3000); theirs.push([(cpuOf(bpid) - a) / 3, (mainCpu(bpid) - m) / 3]);
      }
      await bare.end();
      out[path] = { bytes: bytes.length, oursUs: med(ours.map(x => x[0])).toFixed(1), mainUs: med(ours.map(x => x[1])).toFixed(1), bareUs: med(theirs.map(x => x[0])).toFixed(1), bareMain: med(theirs.map(x => x[1])).toFixed(1), ratio: med(ours.map((x, k) => theirs[k][0] / x[0])).toFixed(2), mainRatio: med(ours.map((x, k) => theirs[k][1] / x[1])).toFixed(2) };
    }
    console.log(JSON.stringify(out));
  } else {
    const body = readFileSync('/tmp/speed/speech.wav');
    const one = async () => {
      const t = performance.now();
      const r = await fetch(`${app.baseUrl}/transcribe`, { method: 'POST', headers: { ...app.headers, 'content-type': 'application/octet-stream' }, body });
      const a = await r.json(); if (!a.ok) throw new Error(JSON.stringify(a));
      const w = performance.now() - t;
      return { wall: w, eng: a.timings.decode_ms + a.timings.load_ms, timings: a.timings };
    };
    await one(); await one();
    const rows = [], cpus = [], mains = [];
    for (let r = 0; r < Number(count ?? 15); r++) { const c = cpuOf(pid), m = mainCpu(pid); const x = await one(); await new Promise(f => setTimeout(f, 30)); cpus.push(cpuOf(pid) - c); mains.push(mainCpu(pid) - m); rows.push(x); }
    const keys = Object.keys(rows[0].timings);
    console.log(JSON.stringify({ added: med(rows.map(x => x.wall - x.eng)).toFixed(1), least: Math.min(...rows.map(x => x.wall - x.eng)).toFixed(1), cpu: med(cpus).toFixed(1), main: med(mains).toFixed(1), timings: Object.fromEntries(keys.map(k => [k, med(rows.map(x => x.timings[k]))])), eng: med(rows.map(x => x.eng)) }));
  }
} finally { await app.end(); agent.destroy(); process.exit(0) }
