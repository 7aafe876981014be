const LONGEST = 60;

/** What a program's User-Agent begins with, as a name and a version: `curl/8.5.0` is `curl 8.5.0`. Undefined if it says nothing. */
export function clientName(userAgent: string | undefined): string | undefined {
  const first = /^[\w.+-]+(\/[\w.+-]+)?/.exec(userAgent?.trim() ?? '')?.[0];
  if (first === undefined) return undefined;
  const name = first.replace('/', ' ').slice(0, LONGEST);
  return name === 'node' ? 'Node.js' : name;
}
