import { parseSync, Visitor } from 'oxc-parser';

/** What makes text safe for a terminal, or is JSON. */
const SAFE = /\b(?:plainText|printable|rendered|printedJson)\(/;
/** Nothing that comes from elsewhere. */
const FIXED = /^(?:'[^']*'|"[^"]*"|`[^$]*`)$/;

/**
 * Writes to standard output or standard error of what may come from a file name, a device, a model or a vendor, each
 * with its line.
 */
export function rawPrinting(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];
  new Visitor({
    CallExpression({ start, callee, arguments: [what] }) {
      if (!what || !/\bstd(?:out|err)\.write$/.test(source.slice(callee.start, callee.end))) return;
      const text = source.slice(what.start, what.end);
      if (FIXED.test(text) || SAFE.test(text)) return;
      found.push(`${path}:${source.slice(0, start).split('\n').length}: prints ${text} as it is`);
    },
  }).visit(program);
  return found;
}
