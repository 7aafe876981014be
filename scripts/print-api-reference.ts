import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '@quoth/contract';
import { exampleNames, examples } from './examples/examples.ts';
import { languages, snippetsOf } from './examples/languages.ts';
import { printMarkdown } from './reference/print-markdown.ts';
import { printPage } from './reference/print-page.ts';

// Prints docs/api from the contract: the reference as Markdown and as a page, and the OpenAPI document. With --check it
// only tells whether the files on disk are up to date; with --examples it prints every example in every language as
// JSON, for anyone who runs them.
const folder = join(import.meta.dirname, '..', 'docs', 'api');

const files = {
  'README.md': [
    '# Local API',
    '<!-- Printed from packages/contract by "npm run docs"; changes belong there. -->',
    '[index.html](index.html) is the same as one page with search and examples in curl, TypeScript and Python; `quoth api docs` opens it.',
    'As OpenAPI 3.1: [openapi.json](openapi.json), or `GET /openapi.json`.',
    printMarkdown(languages.slice(0, 1)),
  ].join('\n\n'),
  'index.html': printPage(),
  'openapi.json': `${JSON.stringify(openApiDocument(), null, 2)}\n`,
};
const paths = Object.entries(files).map(([name, text]) => ({ name, text, path: join(folder, name) }));

if (process.argv.includes('--examples')) {
  const snippets = examples.flatMap(snippetsOf);
  console.log(JSON.stringify({ names: exampleNames, snippets }));
} else if (process.argv.includes('--check')) {
  const stale = paths.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
  if (stale.length > 0) {
    const names = stale.map(({ name }) => `docs/api/${name}`).join(', ');
    console.error(`Out of date: ${names}. Run "npm run docs" and commit the result.`);
    process.exit(1);
  }
} else {
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of paths) writeFileSync(path, text);
}
