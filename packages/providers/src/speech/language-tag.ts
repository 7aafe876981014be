/** Languages that Whisper names in English (openai/whisper, tokenizer.py); others keep their code. */
const NAMED =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh';

let byName: ReadonlyMap<string, string> | undefined;

/** `en` of `en-GB`, for vendors that know languages but no countries. */
export function primaryTag(tag: string): string {
  return (tag.split(/[-_]/)[0] ?? tag).toLowerCase();
}

/** The BCP-47 primary tag of what a vendor calls a language: `en`, `en_us`, `eng`, `English`. Null for anything else. */
export function languageOf(written: unknown): string | null {
  if (typeof written !== 'string' || written.trim() === '') return null;
  const name = written.trim().toLowerCase();
  const code = primaryTag(name);
  if (/^[a-z]{2,3}$/.test(code)) {
    const [tag] = Intl.getCanonicalLocales(code);
    return tag ?? null;
  }
  byName ??= namesInEnglish();
  return byName.get(name) ?? null;
}

function namesInEnglish(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return new Map(NAMED.split(' ').map((code) => [names.of(code)?.toLowerCase() ?? code, code]));
}
