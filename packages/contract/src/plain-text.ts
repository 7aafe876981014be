/** `\p{Cc}` is C0 with DEL, and C1. */
const HARMFUL = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Makes text from an engine, a model, a vendor or a file name safe to store and print: removes control characters
 * except tab and line feed, which a terminal would interpret, and U+202A to U+202E and U+2066 to U+2069, which change
 * the direction of text and so can hide its content. U+200C to U+200F stay, because Arabic, Hebrew and Indian scripts
 * need them. Half of a surrogate pair, which no encoding of text can hold, becomes U+FFFD.
 */
export function plainText(text: string): string {
  return text.toWellFormed().replace(HARMFUL, '');
}

/** Characters that cannot be seen in a line of text, or that turn its direction, and what is no character at all. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/gu;
/** Joiners without which Persian, the scripts of India and many emoji cannot be written. */
const JOINERS =
  /(?<=[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}])[\u200c\u200d](?=\p{L})|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu;

/**
 * Whether each character of a name can be seen, so that no two names look the same and none turns the text beside it
 * around.
 */
export function isVisible(name: string): boolean {
  return name.replace(JOINERS, '').search(UNSEEN) < 0;
}

/** A text from elsewhere as one visible line; `instead` stands where a character could not be seen. */
export function visibleLine(text: string, instead = ''): string {
  return isVisible(text) ? text : text.replace(UNSEEN, instead);
}

/**
 * A value as JSON for a terminal: the same value, with each character escaped that a terminal would obey or not show.
 */
export function printedJson(value: unknown, indent?: number): string {
  return escapedJson(JSON.stringify(value, null, indent));
}

/** JSON text with the same characters escaped. Line breaks can only stand between values. */
export function escapedJson(json: string): string {
  return json.replace(UNSEEN, (character) =>
    /[\t\n\r]/.test(character)
      ? character
      : character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/**
 * True for a name that Windows gives to a device in every folder, whatever extension it carries ("con", "NUL.txt",
 * "com1.wav"). Source: "Naming Files, Paths, and Namespaces" in Microsoft's documentation of the file system.
 */
export function isWindowsDevice(name: string): boolean {
  return /^(con|prn|aux|nul|con(in|out)\$|clock\$|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/i.test(name);
}

/** What somebody searches for, as written in one line: words, and phrases in double quotes. */
export function searchTerms(written: string): string[] {
  return [...written.matchAll(/"([^"]*)"?|[^\s"]+/g)]
    .map(([word, phrase]) => (phrase ?? word).trim())
    .filter((term) => term !== '');
}
