import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appVersion } from '@quoth/contract';
import {
  curlPreamble,
  languages,
  openAiPreamble,
  pythonPreamble,
  typescriptPreamble,
} from '../examples/index.ts';
import { describeRoutes, type RouteDescription } from './describe-route.ts';
import { errorRows, introduction, limitRows } from './facts.ts';
import { anchorOf, namedObjects } from './fields.ts';
import { escaped, inlineHtml } from './inline-html.ts';
import { type ContentsEntry, contents } from './print-contents.ts';
import { fieldList, routeSection, snippet } from './print-route.ts';

const style = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8');
const script = readFileSync(join(import.meta.dirname, 'page.js'), 'utf8');

/** The reference as one page: nothing is loaded, and nothing may be. */
export function printPage(): string {
  const routes = describeRoutes();
  const objects = namedObjects();
  const policy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Quoth local API ${appVersion}</title>
<style>${style}</style>
</head>
<body>
<!-- Printed from packages/contract by "npm run docs"; changes belong there. -->
<a class="skip" href="#content">Skip to the content</a>
${contents(entriesOf(routes, objects))}
<main id="content" tabindex="-1">
<header class="title">
<h1>Quoth local API</h1>
<p class="version">Version ${appVersion}</p>
</header>
${startSection()}
${tagsOf(routes)
  .map(
    (tag) => `<section aria-labelledby="${tagAnchor(tag)}">
<h2 id="${tagAnchor(tag)}">${escaped(tag)}</h2>
${routes
  .filter((route) => route.tag === tag)
  .map(routeSection)
  .join('\n')}
</section>`,
  )
  .join('\n')}
<section aria-labelledby="objects">
<h2 id="objects">Objects</h2>
${objects
  .filter(({ fields }) => fields.length > 0)
  .map(
    ({ name, fields }) => `<article class="object" id="${anchorOf(name)}">
<h3>${escaped(name)} <a class="anchor" href="#${anchorOf(name)}" aria-label="Link to ${escaped(name)}">#</a></h3>
${fieldList({ title: 'Fields', fields }, 'output')}
</article>`,
  )
  .join('\n')}
</section>
${errorSection()}
<section aria-labelledby="limits">
<h2 id="limits">Limits</h2>
<table class="limits"><thead><tr><th scope="col">What</th><th scope="col">Limit</th></tr></thead><tbody>
${limitRows.map(([what, limit]) => `<tr><th scope="row">${inlineHtml(what)}</th><td>${inlineHtml(limit)}</td></tr>`).join('\n')}
</tbody></table>
</section>
</main>
<script>${script}</script>
</body>
</html>
`;
}

function startSection(): string {
  const preambles = [
    {
      language: 'curl',
      id: 'preamble-curl',
      text: curlPreamble,
      note: 'For a POSIX shell, with curl 7.82 or later. The token goes through a pipe, because arguments can be read in the process list.',
    },
    {
      language: 'typescript',
      id: 'preamble-typescript',
      text: typescriptPreamble,
      note: 'The typed client. It outlives restarts and new tokens, and asks the server to prove itself before it sends the token.',
    },
    {
      language: 'typescript',
      id: 'preamble-openai',
      text: openAiPreamble,
      note: "OpenAI's own client, for the routes below /v1. Where a proxy is set, NO_PROXY has to name 127.0.0.1.",
    },
    {
      language: 'python',
      id: 'preamble-python',
      text: pythonPreamble,
      note: 'Python 3.8 or later, with its standard library alone.',
    },
  ];
  const panels = languages.map(
    ({ id, name }) => `<div class="panel" data-language="${id}">
<h4>${name}</h4>
${preambles
  .filter(({ language }) => language === id)
  .map(
    (preamble) =>
      `<p class="note">${inlineHtml(preamble.note)}</p>\n${snippet(preamble.text, { id: preamble.id })}`,
  )
  .join('\n')}
</div>`,
  );
  return `<section aria-labelledby="start">
<h2 id="start">Start</h2>
<div class="route">
<div class="text">
${introduction.map((text) => `<p>${inlineHtml(text)}</p>`).join('\n')}
</div>
<div class="examples">
<p>Every example begins with these lines. None of them goes through a proxy.</p>
${panels.join('\n')}
</div>
</div>
</section>`;
}

function errorSection(): string {
  const rows = errorRows().map(
    ({ code, statuses, retryable, message, hint }) =>
      `<tr id="${code}"><th scope="row"><code>${code}</code></th><td data-label="HTTP">${statuses}</td><td data-label="Trying again may help:">${retryable ? 'yes' : 'no'}</td><td>${escaped(message)}${hint ? ` <span class="hint">${escaped(hint)}</span>` : ''}</td></tr>`,
  );
  return `<section aria-labelledby="errors">
<h2 id="errors">Error codes</h2>
<table class="errors"><thead><tr><th scope="col">Code</th><th scope="col">HTTP status</th><th scope="col">Trying again may help</th><th scope="col">Meaning</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
</section>`;
}

function entriesOf(
  routes: readonly RouteDescription[],
  objects: ReturnType<typeof namedObjects>,
): ContentsEntry[] {
  const words = (route: RouteDescription) => [
    route.name,
    ...route.texts,
    ...[...route.takes, ...route.gives].flatMap(({ fields }) => fields.map(({ name }) => name)),
    ...route.errors.map(({ words: error }) => error),
    ...route.events.map(({ type }) => type),
  ];
  return [
    {
      group: 'Start',
      anchor: 'start',
      label: 'Server, token, answers',
      words: ['discovery', 'port', 'proxy'],
    },
    ...routes.map((route) => ({
      group: route.tag,
      anchor: route.name,
      label: route.path,
      method: route.method,
      words: words(route),
    })),
    ...objects
      .filter(({ fields }) => fields.length > 0)
      .map(({ name, fields }) => ({
        group: 'Objects',
        anchor: anchorOf(name),
        label: name,
        words: fields.map((field) => field.name),
      })),
    {
      group: 'Errors and limits',
      anchor: 'errors',
      label: 'Error codes',
      words: errorRows().map(({ code }) => code),
    },
    { group: 'Errors and limits', anchor: 'limits', label: 'Limits', words: limitRows.map(([what]) => what) },
  ];
}

function tagsOf(routes: readonly RouteDescription[]): string[] {
  return [...new Set(routes.map(({ tag }) => tag))];
}

function tagAnchor(tag: string): string {
  return `tag-${tag.toLowerCase().replace(/\W+/g, '-')}`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
