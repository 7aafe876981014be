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
