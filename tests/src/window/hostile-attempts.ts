const mode = JSON.stringify({ name: 'Evil' });

/**
 * Every way that a page of somebody else has to send a request or to look at an answer: the body of an async function,
 * run in that page, of `target`, the server's origin, and of the routes `read` and `write`; returns what could be read,
 * or nothing.
 */
export const attempts: Readonly<Record<string, string>> = {
  fetch: 'return (await fetch(target + read)).text()',
  'fetch with credentials': "return (await fetch(target + read, {credentials: 'include'})).text()",
  'no-cors fetch': "return (await fetch(target + read, {mode: 'no-cors'})).text()",
  'fetch with a guessed token':
    "return (await fetch(target + read, {headers: {authorization: 'Bearer guess'}})).text()",
  'fetch that posts JSON': `return (await fetch(target + write, {method: 'POST', headers: {'content-type': 'application/json'}, body: '${mode}'})).text()`,
  'no-cors fetch that posts plain text': `return (await fetch(target + write, {method: 'POST', mode: 'no-cors', body: '${mode}'})).text()`,
  'fetch that deletes': "return (await fetch(target + write, {method: 'DELETE'})).text()",
  XMLHttpRequest:
    "return new Promise((done) => { const x = new XMLHttpRequest(); x.open('GET', target + read); x.onloadend = () => done(x.responseText); x.send(); })",
  'form post into a frame': `const f = document.createElement('iframe'); f.name = 'f'; document.body.append(f);
      const form = Object.assign(document.createElement('form'), {method: 'POST', action: target + write, target: 'f', enctype: 'text/plain'});
      form.append(Object.assign(document.createElement('input'), {name: '{"name":"Evil","x":"', value: '"}'}));
      document.body.append(form); const loaded = new Promise((done) => { f.onload = done; setTimeout(done, 1000); }); form.submit(); await loaded;
      return f.contentDocument?.body.textContent`,
  frame:
    "const f = document.createElement('iframe'); f.src = target + '/'; document.body.append(f); await new Promise((done) => { f.onload = done; setTimeout(done, 1000); }); return f.contentDocument?.documentElement.outerHTML",
  image:
    "const i = new Image(); i.src = target + '/icon.svg'; return new Promise((done) => { i.onload = () => done('read an image of ' + i.width); i.onerror = () => done(''); })",
  'script tag':
    "const s = document.createElement('script'); s.src = target + read; document.body.append(s); return new Promise((done) => { s.onload = () => done('read a script'); s.onerror = () => done(''); })",
  'style sheet':
    "const l = Object.assign(document.createElement('link'), {rel: 'stylesheet', href: target + read}); document.head.append(l); return new Promise((done) => { l.onload = () => done('read a sheet'); l.onerror = () => done(''); })",
  audio:
    "const a = new Audio(target + read); return new Promise((done) => { a.oncanplay = () => done('read audio'); a.onerror = () => done(''); })",
  EventSource:
    "const e = new EventSource(target + read); return new Promise((done) => { e.onopen = () => done('read events'); e.onerror = () => { e.close(); done(''); }; })",
  WebSocket:
    "const w = new WebSocket(target.replace('http', 'ws') + read); return new Promise((done) => { w.onopen = () => done('opened a socket'); w.onerror = () => done(''); })",
  beacon: `navigator.sendBeacon(target + write, '${mode}'); await new Promise((done) => setTimeout(done, 200)); return ''`,
  'window with a kept reference':
    "const w = window.open(target + '/'); await new Promise((done) => setTimeout(done, 800)); let found = ''; try { found = w.document.documentElement.outerHTML + w.sessionStorage.getItem('quoth-window'); } catch {} w?.close(); return found",
  object:
    "const o = Object.assign(document.createElement('object'), {data: target + read, type: 'application/json'}); document.body.append(o); await new Promise((done) => { o.onload = done; o.onerror = done; setTimeout(done, 800); }); return o.contentDocument?.body.textContent",
  'service worker that asks':
    "const r = await navigator.serviceWorker.register('/worker.js?' + encodeURIComponent(target + read)); await navigator.serviceWorker.ready; return new Promise((done) => { navigator.serviceWorker.onmessage = (m) => done(m.data); (r.active ?? r.waiting ?? r.installing).postMessage('go'); setTimeout(() => done(''), 1500); })",
};
