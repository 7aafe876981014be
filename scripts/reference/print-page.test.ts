import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { errorCodes, eventTypes, openAiRoutes, type Route, routes } from '@quoth/contract';
import { examples } from '../examples/examples.ts';
import { languages } from '../examples/languages.ts';
import { fieldsOf, namedObjects } from './fields.ts';
import { codeHtml, escaped, inlineHtml, printPage } from './print-page.ts';

const page = printPage();
const text = page
  .replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')
  .replace(/<wbr>/g, '')
  .replace(/<[^>]*>/g, '')
  .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);

test('the page has every public route, field, event and error', () => {
  const api = Object.entries<Route>({ ...routes, ...openAiRoutes }).filter(
    ([, { audience }]) => audience === 'api',
  );
  for (const [name, { method, path, summary, query, params, headers }] of api) {
    assert(text.includes(`${method} ${path}`) && text.includes(summary.replaceAll('`', '')), path);
    for (const schema of [query, params, headers])
      for (const { name: field } of schema ? fieldsOf(schema, 'input') : [])
        assert(page.includes(`<code>${escaped(field)}</code>`), `${path}: ${field}`);
    // What is no call is shown in a page of its own.
    assert(examples.some(({ route }) => route === name) || name === 'openRealtime', name);
  }
  for (const { name, fields } of namedObjects()) {
    assert(fields.length === 0 || ids.includes(name.toLowerCase()), name);
    for (const field of fields) assert(page.includes(`<code>${escaped(field.name)}</code>`), field.name);
  }
  for (const word of [...errorCodes, ...eventTypes]) assert(text.includes(word), word);
  for (const code of errorCodes) assert(ids.includes(code), code);
});

test('nothing is loaded, and the policy lets nothing be', () => {
  assert.doesNotMatch(
    page,
    /<(link|img|iframe|object|embed|base|form)\b|\bsrc=|@import|\burl\(|\sstyle="|\son\w+="/,
  );
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
  assert.match(policy, /^default-src 'none'; /);
  for (const name of ['style', 'script']) {
    const content = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(content).digest('base64');
    assert(content.length > 500 && policy.includes(`${name}-src 'sha256-${hash}'`), name);
  }
});

test('every link leads somewhere, and to one place', () => {
  assert.equal(new Set(ids).size, ids.length);
  const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, link]) => link ?? '');
  assert(links.length > 100);
  for (const link of links) assert(link.startsWith('#') && ids.includes(link.slice(1)), link);
  // The choice of a language shows its examples, and what stands before them.
  for (const { fence, starts } of languages) {
    assert(ids.includes(`show-${fence}`), fence);
    const preambles = page.split(`class="${fence} preamble"`).length - 1;
    assert.equal(preambles, starts.length, fence);
  }
});

test('text is escaped, and code keeps every character', () => {
  assert.equal(
    inlineHtml('a < `b & c` [Mode](#mode)'),
    'a &#60; <code>b &#38; c</code> <a href="#mode">Mode</a>',
  );
  const plain = (html: string) =>
    html.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, n: string) => String.fromCharCode(Number(n)));
  for (const code of [`const a = 'x<y'; // "no"`, `# it's <b>\nfor x in "a'b":`, "sed 's/\\(.*\\)/\"/p'"])
    assert.equal(plain(codeHtml(code)), code);
});
