import { type Example, languages, openAiPreamble } from '../examples/index.ts';
import { examplesIn, type FieldTable, type RouteDescription } from './describe-route.ts';
import type { Field } from './fields.ts';
import { codeHtml, escaped, inlineHtml } from './inline-html.ts';

/** All about one route: words and tables, and its examples beside them. */
export function routeSection(route: RouteDescription): string {
  const { name, method, path, texts, takes, gives, givesOther, events, bounds } = route;
  return `<article class="route" id="${name}">
<h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${escaped(path).replaceAll('/', '<wbr>/')}</code> <a class="anchor" href="#${name}" aria-label="Link to ${method} ${escaped(path)}">#</a></h3>
<div class="text">
${texts.map((text, index) => `<p${index === 0 ? ' class="summary"' : ''}>${inlineHtml(text)}</p>`).join('\n')}
${takes.map((table) => fieldList(table, 'input')).join('\n')}
${bounds ? `<p class="label">Limits</p>\n<p>${inlineHtml(bounds)}</p>` : ''}
${gives.map((table) => fieldList(table, 'output')).join('\n')}
${givesOther ? `<p class="label">Answer</p>\n<p>${inlineHtml(givesOther)}</p>` : ''}
${eventTable(events)}
${errorList(route)}
</div>
<div class="examples">
${languages.map((language) => panel(language, route)).join('\n')}
</div>
</article>`;
}

/** Fields as a list: each with its type, whether it is required and what it is by default, then what it means. */
export function fieldList({ title, fields }: FieldTable, io: 'input' | 'output'): string {
  return `<p class="label">${inlineHtml(title)}</p>
<dl class="fields">
${fields.map((field) => fieldItem(field, io)).join('\n')}
</dl>`;
}

function fieldItem({ name, type, required, byDefault, meaning }: Field, io: 'input' | 'output'): string {
  const facts = [
    `<code>${escaped(name)}</code>`,
    `<span class="type">${inlineHtml(type)}</span>`,
    ...(io === 'input' && required ? ['<span class="required">required</span>'] : []),
    ...(byDefault === undefined
      ? []
      : [`<span class="type">default <code>${escaped(byDefault)}</code></span>`]),
  ];
  return `<div><dt>${facts.join(' ')}</dt>${meaning === '' ? '' : `<dd>${inlineHtml(meaning)}</dd>`}</div>`;
}

/** Code in a figure. `preamble` names the figure that has to stand before it. */
export function snippet(
  code: string,
  { id, preamble }: { readonly id?: string; readonly preamble?: string } = {},
): string {
  return `<figure class="snippet"${preamble ? ` data-preamble="${preamble}"` : ''}><pre tabindex="0"${id ? ` id="${id}"` : ''}><code>${codeHtml(code)}</code></pre></figure>`;
}

function panel(language: (typeof languages)[number], route: RouteDescription): string {
  const figures = examplesIn(language, route).map((example) => {
    const preamble = example.preamble === openAiPreamble ? 'preamble-openai' : `preamble-${language.id}`;
    return `${caption(example)}${snippet(example.code, { preamble })}`;
  });
  return `<div class="panel" data-language="${language.id}">
<h4>${language.name}</h4>
${figures.join('\n')}
</div>`;
}

function caption({ title, needs }: Example): string {
  const words = [title ?? '', needs ? `Needs ${needs}.` : ''].filter((text) => text !== '').join('. ');
  return words === '' ? '' : `<p class="caption">${escaped(words)}</p>\n`;
}

function eventTable(events: RouteDescription['events']): string {
  if (events.length === 0) return '';
  const rows = events.map(
    ({ type, fields }) =>
      `<tr><th scope="row"><code>${type}</code></th><td>${fields.map(({ name, type: of }) => `<strong><code>${name}</code></strong> ${inlineHtml(of)}`).join('<br>')}</td></tr>`,
  );
  return `<table class="events"><thead><tr><th scope="col">Event</th><th scope="col">Fields of <code>data</code> beside <code>type</code></th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`;
}

function errorList({ errors }: RouteDescription): string {
  if (errors.length === 0) return '';
  const words = errors.map(({ words: text, anchor }) =>
    anchor ? `<a href="#${anchor}">${inlineHtml(text)}</a>` : `<span>${inlineHtml(text)}</span>`,
  );
  return `<p class="label">Errors</p>\n<p class="codes">${words.join(' ')}</p>`;
}
