/**
 * How a word roughly sounds: one character for each sound, vowels in five, consonants as a person hears them. Neither
 * spelling rule is complete: two codes are compared by `soundDistance`, which forgives what ears and engines mix up.
 */
export type SoundCode = string;

type Rule = readonly [pattern: RegExp, sound: string];

/** Words as English, and in most product names, are read. */
const english: readonly Rule[] = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^ps/, 's'],
  [/^x/, 'z'],
  // Many speak no r there, and engines write "Zapia" for "Zapier".
  [/(?<=...)er$/, 'a'],
  [/tsch|tch/g, 'C'],
  [/sch|sh/g, 'S'],
  [/th/g, 'T'],
  [/ph/g, 'f'],
  [/ch(?=[rl])/g, 'k'],
  [/ch/g, 'C'],
  [/igh/g, 'ai'],
  [/gh(?=[aeiou])/g, 'g'],
  [/gh/g, ''],
  [/ck/g, 'k'],
  [/sc(?=[eiy])/g, 's'],
  [/cc(?=[eiy])/g, 'ks'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/qu/g, 'kw'],
  [/q/g, 'k'],
  [/x/g, 'ks'],
  [/dg(?=[eiy])/g, 'J'],
  [/j/g, 'J'],
  [/[ts]i(?=on)/g, 'S'],
  [/wh/g, 'w'],
  [/y(?=[aeiou])/g, 'j'],
  [/(?<=[aeiou])w/g, 'u'],
  [/(?:ai|ay|ei|ey(?=.))/g, 'e'],
  [/(?:ee|ea|ie|ey|y)/g, 'i'],
  [/(?:oo|ou|ew)/g, 'u'],
  [/(?:au|oa|oe)/g, 'o'],
];

/** Words as most of the continent reads them, names from there too. */
const continental: readonly Rule[] = [
  [/(?<=...)er$/, 'a'],
  [/tsch|tch|cz|cs/g, 'C'],
  [/sch|sh|sz|rz|sj/g, 'S'],
  [/ph|v(?=\b)/g, 'f'],
  [/th/g, 't'],
  [/ch(?=[rls])/g, 'k'],
  [/ch/g, 'X'],
  [/ck/g, 'k'],
  [/c(?=[eiy])/g, 'Z'],
  [/c/g, 'k'],
  [/qu/g, 'kw'],
  [/q/g, 'k'],
  [/x/g, 'ks'],
  [/tz|ts|z/g, 'Z'],
  [/(?:gn|nj|ny)(?=[aeiou])/g, 'n'],
  [/gli(?=[aeiou])/g, 'l'],
  [/j|y(?=[aeiou])/g, 'j'],
  [/w/g, 'v'],
  [/(?:ie|y)/g, 'i'],
  [/(?:oo|ou)/g, 'u'],
  [/(?:ei|ai|ay|ey)/g, 'ai'],
  [/(?:eu|aeu|oi)/g, 'oi'],
  [/ae/g, 'e'],
  [/oe/g, 'o'],
  [/ue/g, 'u'],
];

/** How the letters of an acronym are named in English. */
const LETTER_NAMES: Readonly<Record<string, string>> = {
  ...{
    a: 'ei',
    b: 'bi',
    c: 'si',
    d: 'di',
    e: 'i',
    f: 'ef',
    g: 'Ji',
    h: 'eiC',
    i: 'ai',
    j: 'Jei',
    k: 'kei',
    l: 'el',
    m: 'em',
  },
  ...{
    n: 'en',
    o: 'o',
    p: 'pi',
    q: 'kju',
    r: 'ar',
    s: 'es',
    t: 'ti',
    u: 'ju',
    v: 'vi',
    w: 'dabelju',
    x: 'eks',
    y: 'wai',
    z: 'zi',
  },
};

/** The ways in which a word may sound, given in lower case without accents; the first as it is read in English. */
export function soundsOf(letters: string): SoundCode[] {
  return [...new Set([read(letters, english), read(letters, continental)])];
}

/** The same for an acronym, letter by letter. */
export function soundOfLetters(letters: string): SoundCode {
  return [...letters.toLowerCase()].map((letter) => LETTER_NAMES[letter] ?? letter).join('');
}

function read(letters: string, rules: readonly Rule[]): SoundCode {
  const sounds = rules.reduce((code, [pattern, sound]) => code.replace(pattern, sound), letters);
  return sounds
    .replace(/h/g, '')
    .replace(/(?<=[^aeiou]{1,9})e$/, '')
    .replace(/([^aeiou])\1+/g, '$1')
    .replace(/([aeiou])\1+/g, '$1');
}

/** Sounds that are mistaken for one another; the first of a group stands for it. */
const GROUPS = ['pb', 'td', 'kgX', 'fvw', 'szSZCJT', 'mn', 'l', 'r', 'j', 'aeiou'];
const groupOf = new Map(
  GROUPS.flatMap((group) => [...group].map((sound) => [sound, group.charAt(0)] as const)),
);

/** The group of a sound; of all vowels it is the same. */
function group(sound: string): string {
  return groupOf.get(sound) ?? sound;
}

/** The consonants of a code by their groups: what stays of a word when the vowels are swallowed. */
export function skeletonOf(code: SoundCode): string {
  return folded(
    [...code]
      .map(group)
      .filter((sound) => sound !== 'a' && sound !== 'j')
      .join(''),
  );
}

/** The same sound twice in a row is heard once. */
export function folded(skeleton: string): string {
  return skeleton.replace(/(.)\1+/g, '$1');
}

/** The first sound's group, by which codes that may match are found; all words that start with a vowel have one. */
export function startOf(code: SoundCode): string {
  return group(code.charAt(0));
}

/** Vowels by height and place: near ones are mistaken for one another more easily. */
const VOWELS = 'ieaou';

/** What one difference counts, as a share of one sound. */
const VOWEL_GONE = 0.35;
const SOUND_GONE = 0.9;
const NEAR_VOWEL = 0.2;
const FAR_VOWEL = 0.4;
const SAME_GROUP = 0.3;
const OTHER = 1.3;

function replaced(one: string, other: string): number {
  if (one === other) return 0;
  if (group(one) !== group(other)) return OTHER;
  if (group(one) !== 'a') return SAME_GROUP;
  return Math.abs(VOWELS.indexOf(one) - VOWELS.indexOf(other)) > 1 ? FAR_VOWEL : NEAR_VOWEL;
}

function gone(sound: string): number {
  return group(sound) === 'a' || sound === 'j' ? VOWEL_GONE : SOUND_GONE;
}

/** All of it is asked for each word of a text and each term, so the costs of ASCII letters are looked up. */
const LETTERS = 128;
const goneCosts = Float64Array.from({ length: LETTERS }, (_, code) => gone(String.fromCharCode(code)));
const replacedCosts = Float64Array.from({ length: LETTERS * LETTERS }, (_, at) =>
  replaced(String.fromCharCode(Math.floor(at / LETTERS)), String.fromCharCode(at % LETTERS)),
);
let row = new Float64Array(64);

/**
 * How different two codes sound, as a share of the longer one: 0 for the same, 1 and more for nothing in common.
 * Infinity as soon as it is more than `limit`.
 */
export function soundDistance(one: SoundCode, other: SoundCode, limit: number): number {
  const most = limit * Math.max(one.length, other.length);
  if (Math.abs(one.length - other.length) * VOWEL_GONE > most) return Number.POSITIVE_INFINITY;
  if (row.length <= other.length) row = new Float64Array(2 * other.length);
  row[0] = 0;
  for (let at = 0; at < other.length; at++)
    row[at + 1] = (row[at] ?? 0) + (goneCosts[other.charCodeAt(at)] ?? 1);
  for (let sound = 0; sound < one.length; sound++) {
    const mine = one.charCodeAt(sound);
    const goneHere = goneCosts[mine] ?? 1;
    let diagonal: number = row[0] ?? 0;
    let left: number = diagonal + goneHere;
    row[0] = left;
    let least = left;
    for (let at = 0; at < other.length; at++) {
      const theirs = other.charCodeAt(at);
      const above = row[at + 1] ?? 0;
      left = Math.min(
        diagonal + (replacedCosts[mine * LETTERS + theirs] ?? OTHER),
        above + goneHere,
        left + (goneCosts[theirs] ?? 1),
      );
      diagonal = above;
      row[at + 1] = left;
      if (left < least) least = left;
    }
    if (least > most) return Number.POSITIVE_INFINITY;
  }
  const whole = row[other.length] ?? 0;
  return whole > most ? Number.POSITIVE_INFINITY : whole / Math.max(one.length, other.length, 1);
}
