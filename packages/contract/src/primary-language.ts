/** Equivalent tags for speech models, mapped to the more common one. */
const sameAs = new Map(Object.entries({ nb: 'no', nn: 'no', iw: 'he', fil: 'tl', in: 'id' }));

/** The language of a BCP-47 tag without region and script, in lower case: `pt-BR` and `por` are `pt`. Written forms of Norwegian are treated as one language. */
export function primaryLanguage(tag: string): string {
  const written = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  const primary = /^[a-z]{3}$/.test(written) ? shortest(written) : written;
  return sameAs.get(primary) ?? primary;
}

/** ISO 639-1 where a language has such a code: `de` for `deu` and `ger`. */
function shortest(code: string): string {
  return new Intl.Locale(code).language;
}
