import { type PrintedEntry, unreadable, type VocabularyLine } from './file-entry.ts';

/*
 * Text replacements of macOS as System Settings gives and takes them when they are dragged: a property list, an array
 * of dictionaries, each with the `shortcut` that is typed and the `phrase` that is written.
 */

const FIELD = /<key>\s*(phrase|shortcut)\s*<\/key>\s*<string>([^<]*)<\/string>/gu;

/** Reads a property list in XML; a dictionary without both fields is reported. */
export function parsePlist(text: string): readonly VocabularyLine[] {
  const [, ...dictionaries] = text.split('<dict>');
  if (dictionaries.length === 0) return [unreadable(1)];
  return dictionaries.map((dictionary, index) => {
    const fields = new Map([...dictionary.matchAll(FIELD)].map(([, key, value = '']) => [key, plain(value)]));
    const phrase = fields.get('shortcut')?.trim();
    const written = fields.get('phrase');
    if (!phrase || written === undefined) return unreadable(index + 1);
    return { line: index + 1, phrase, written, languages: [], modes: [] };
  });
}

/** The entries that write something. */
export function printPlist(entries: readonly PrintedEntry[]): string {
  const field = (name: string, value: string) =>
    `\t\t<key>${name}</key>\n\t\t<string>${escaped(value)}</string>\n`;
  const dictionaries = entries.flatMap(({ phrase, written }) =>
    written === null ? [] : [`\t<dict>\n${field('phrase', written)}${field('shortcut', phrase)}\t</dict>\n`],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<array>
${dictionaries.join('')}</array>
</plist>
`;
}

const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function plain(xml: string): string {
  return xml.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos));/giu,
    (entity, decimal, hex, name) => {
      if (name !== undefined) return names[String(name).toLowerCase()] ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    },
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
