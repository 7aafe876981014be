import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { errorCodes, eventTypes, openAiRoutes, type Route, routes } from '@quoth/contract';
import { describeRoutes } from './describe-route.ts';
import { codeHtml, escaped, inlineHtml } from './inline-html.ts';
import { printPage } from './print-page.ts';

const page = printPage();
const text = page
  .replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')
  .replace(/<wbr>/g, '')
  .replace(/<[^>]*>/g, '')
  .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);

test('the page has every public route, field, event and error [DOCS-PAGE]', () => {
  const api = Object.entries<Route>({ ...routes, ...openAiRoutes }).filter(
    ([, { audience }]) => audience === 'api',
  );
  for (const [name, { path, summary }] of api) {
    assert(ids.includes(name), name);
    assert(text.includes(path) && text.includes(summary.replaceAll('`', '')), path);
  }
  for (const { takes, gives, examples, name } of describeRoutes()) {
    for (const { fields } of [...takes, ...gives])
      for (const field of fields) assert(page.includes(`<code>${escaped(field.name)}</code>`), field.name);
    // What is no call is shown in a page of its own.
    assert(examples.length > 0 || name === 'openRealtime', name);
  }
  for (const word of [...errorCodes, ...eventTypes]) assert(text.includes(word), word);
});

test('nothing is loaded, and the policy lets nothing be [DOCS-PAGE]', () => {
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

test('every link leads somewhere, and to one place [DOCS-PAGE]', () => {
  assert.equal(new Set(ids).size, ids.length);
  const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, link]) => link ?? '');
  assert(links.length > 100);
  for (const link of links) assert(link.startsWith('#') && ids.includes(link.slice(1)), link);
  const preambles = [...page.matchAll(/data-preamble="([^"]*)"/g)];
  assert(preambles.length > 0);
  for (const [, id = ''] of preambles) assert(ids.includes(id), id);
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
