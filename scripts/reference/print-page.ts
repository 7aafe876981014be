import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appVersion, errorCodes } from '@quoth/contract';
import { languages } from '../examples/languages.ts';
import { printMarkdown } from './print-markdown.ts';

const style = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8');
const script = readFileSync(join(import.meta.dirname, 'page.js'), 'utf8');

/** The reference as one page, made from its Markdown: nothing is loaded, and nothing may be. */
export function printPage(): string {
  const sections = printMarkdown(languages)
    .split(/^(?=##+ )/m)
    .map(sectionOf);
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
<nav aria-label="Contents">
<p hidden><label for="filter">Filter</label> <input type="search" id="filter" placeholder="Path, field, error …" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"> <span id="found" role="status"></span></p>
<ul>
${sections.map(({ link }) => link).join('\n')}
</ul>
</nav>
<main id="content" tabindex="-1">
<h1>Quoth local API</h1>
<p>Version ${appVersion}</p>
<fieldset><legend>Examples in</legend>${languages.map(({ name, fence }, index) => ` <label><input type="radio" name="language" id="show-${fence}"${index === 0 ? ' checked' : ''}> ${name}</label>`).join('')}</fieldset>
${sections.map(({ html }) => html).join('\n')}
</main>
<script>${script}</script>
</body>
</html>
`;
}

/** From one heading to the next: its line in the contents, and itself. */
function sectionOf(markdown: string): { readonly link: string; readonly html: string } {
  const [, level = '', title = ''] = /^(##+) (.*)/.exec(markdown) ?? [];
  if (level === '') return { link: '', html: blocks(markdown) };
  // As GitHub makes them, so that a link works here and there. A group of routes may be called as an object is, and
  // links name the object.
  const anchor = title.toLowerCase().replace(/[^\w\s-]|(\s)/g, (_, space) => (space ? '-' : ''));
  const id = `${level === '##' ? 'group-' : ''}${anchor}`;
  const words = escaped(title)
    .replaceAll('/', '<wbr>/')
    .replace(/^[A-Z]{3,}(?= )/, (method) => `<b class="${method.toLowerCase()}">${method}</b>`);
  const tag = level === '##' ? 'h2' : 'h3';
  return {
    link: `<li class="${tag}"><a href="#${id}">${words}</a></li>`,
    html: `<section id="${id}">\n<${tag}>${words} <a href="#${id}" aria-label="Link to ${escaped(title)}">#</a></${tag}>\n${blocks(markdown.slice(markdown.indexOf('\n')))}\n</section>`,
  };
}

function blocks(markdown: string): string {
  return [...markdown.matchAll(/```([\w ]+)\n([\s\S]*?)\n```|[^\n](?:[^\n]|\n(?!\n))*/g)]
    .map(([text, info, code]) => {
      if (code !== undefined) return `<pre tabindex="0" class="${info}"><code>${codeHtml(code)}</code></pre>`;
      if (text.startsWith('| ')) return tableHtml(text.split('\n'));
      const html = inlineHtml(text);
      return `<p>${text.startsWith('Errors: ') ? html.replace(/<code>([A-Z_]+)<\/code>/g, '<a href="#$1">$&</a>') : html}</p>`;
    })
    .join('\n');
}

function tableHtml([head = '', , ...rows]: readonly string[]): string {
  const cellsOf = (line: string) => line.slice(2, -2).split(/ ?(?<!\\)\| ?/);
  const cells = (line: string) => cellsOf(line).map((cell) => inlineHtml(cell.replaceAll('\\|', '|')));
  const row = (line: string) => {
    const [first = '', ...others] = cells(line);
    const code = /^<code>(\w+)<\/code>$/.exec(first)?.[1];
    const id = errorCodes.some((known) => known === code) ? ` id="${code}"` : '';
    return `<tr${id}><th scope="row">${first}</th>${others.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  };
  const columns = cells(head).map((cell) => `<th scope="col">${cell}</th>`);
  return `<table><thead><tr>${columns.join('')}</tr></thead><tbody>\n${rows.map(row).join('\n')}\n</tbody></table>`;
}

/** Text as it may stand inside an element or a quoted attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Markdown of one line as HTML: code in backticks, and links inside the page. */
export function inlineHtml(markdown: string): string {
  return markdown
    .split(/(`[^`]+`|\[[^\]]+\]\(#[^)]+\))/)
    .map((part) => {
      if (part.startsWith('`') && part.length > 2) return `<code>${escaped(part.slice(1, -1))}</code>`;
      const link = /^\[([^\]]+)\]\((#[^)]+)\)$/.exec(part);
      return link ? `<a href="${escaped(link[2] ?? '')}">${escaped(link[1] ?? '')}</a>` : escaped(part);
    })
    .join('');
}

const keywords =
  /^(?:import|from|const|await|for|of|new|if|in|def|return|not|raise|and|or|as|with|True|False|None|true|false)$/;

/** Code with its comments, strings and keywords marked. */
export function codeHtml(code: string): string {
  return code
    .split(/(^\s*(?:#|\/\/).*$|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`[^`]*`|\b[A-Za-z]+\b)/m)
    .map((part) => {
      if (/^\s*(#|\/\/)/.test(part)) return `<i>${escaped(part)}</i>`;
      if (/^['"`]./.test(part)) return `<q>${escaped(part)}</q>`;
      return keywords.test(part) ? `<b>${part}</b>` : escaped(part);
    })
    .join('');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
