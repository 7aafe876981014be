import { escaped } from './inline-html.ts';

/** A line of the table of contents. */
export interface ContentsEntry {
  readonly group: string;
  readonly anchor: string;
  readonly label: string;
  readonly method?: string;
  /** Found by these too. */
  readonly words: readonly string[];
}

/** The table of contents. Its filter shows itself where scripts run. */
export function contents(entries: readonly ContentsEntry[]): string {
  const groups = [...new Set(entries.map(({ group }) => group))];
  const lists = groups.map(
    (group) => `<li><span class="group">${escaped(group)}</span>
<ul>
${entries
  .filter((entry) => entry.group === group)
  .map(line)
  .join('\n')}
</ul></li>`,
  );
  return `<nav aria-label="Contents">
<details open>
<summary>Contents</summary>
<div class="filter" hidden>
<label for="filter">Filter</label>
<input type="search" id="filter" placeholder="Path, field, error …" autocomplete="off" spellcheck="false" aria-keyshortcuts="/">
<kbd aria-hidden="true">/</kbd>
<p id="found" role="status"></p>
</div>
<ul>
${lists.join('\n')}
</ul>
</details>
</nav>`;
}

function line({ anchor, label, method, words }: ContentsEntry): string {
  const badge = method ? `<span class="method ${method.toLowerCase()}">${method}</span> ` : '';
  const search = [method ?? '', label, ...words].join(' ').toLowerCase().replaceAll('`', '');
  // Where a path may be broken, so that it stays whole otherwise.
  const path = escaped(label).replaceAll('/', '<wbr>/');
  return `<li><a href="#${anchor}" data-search="${escaped(search)}">${badge}<span>${path}</span></a></li>`;
}
