/** Equivalent tags for speech models, mapped to the more common one. */
const sameAs: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', iw: 'he', fil: 'tl', in: 'id' };

/** The language of a BCP-47 tag without region and script, in lower case: `pt-BR` is `pt`. Written forms of Norwegian are treated as one language. */
export function primaryLanguage(tag: string): string {
  const primary = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return sameAs[primary] ?? primary;
}
