/** Tags that mean the same to speech models, by the one that their facts use more often. */
const sameAs: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', iw: 'he', fil: 'tl', in: 'id' };

/** The language of a BCP-47 tag without region and script, in lower case: `pt-BR` is `pt`. Norwegian's written forms are one language when spoken. */
export function primaryLanguage(tag: string): string {
  const primary = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return sameAs[primary] ?? primary;
}
