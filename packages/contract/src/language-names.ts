/*
 * Languages as speech-to-text servers take them besides tags: by their English names, as Whisper's own tools write them
 * ("german").
 */

/** Every language that Whisper knows, and those written forms that have an English name of their own. */
const tags =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh de-AT de-CH en-AU en-CA en-GB en-US es-ES es-MX fr-CA fr-CH pt-BR pt-PT zh-Hans zh-Hant'.split(
    ' ',
  );

/** Names of Whisper's that differ from today's. Source: `TO_LANGUAGE_CODE` in its tokenizer. */
const otherNames: Readonly<Record<string, string>> = {
  bengali: 'bn',
  burmese: 'my',
  castilian: 'es',
  flemish: 'nl',
  'haitian creole': 'ht',
  haitian: 'ht',
  letzeburgesch: 'lb',
  mandarin: 'zh',
  moldavian: 'ro',
  moldovan: 'ro',
  myanmar: 'my',
  nynorsk: 'nn',
  panjabi: 'pa',
  pushto: 'ps',
  sinhalese: 'si',
  tagalog: 'tl',
  valencian: 'ca',
};

let known: ReadonlyMap<string, string> | undefined;

/** The tag of a language that is written by its English name, in any case; other text as it is. */
export function tagOfLanguageName(written: string): string {
  if (!/^\p{L}{3}/u.test(written)) return written;
  known ??= new Map([...named(), ...Object.entries(otherNames)]);
  return known.get(nameKey(written)) ?? written;
}

function named(): [string, string][] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return tags.map((tag) => [nameKey(names.of(tag) ?? tag), tag]);
}

/** Without accents: "Māori" is written "maori" too. */
function nameKey(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
