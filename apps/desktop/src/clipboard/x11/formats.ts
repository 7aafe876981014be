/** One format of the clipboard's contents, as X11 transfers it. */
export interface Format {
  /** Name of the target that requests it, such as `UTF8_STRING` or `image/png`. */
  readonly target: string;
  /** Name of the property's type. */
  readonly type: string;
  /** Bits per element. */
  readonly bits: 8 | 16 | 32;
  readonly data: Buffer;
}

/** The contents of a clipboard. */
export interface SavedClipboard {
  readonly formats: readonly Format[];
  /** False if something was too large or too slow to be kept. */
  readonly isWhole: boolean;
}

/** Targets that request text. */
const textTargets = new Set([
  'UTF8_STRING',
  'STRING',
  'TEXT',
  'COMPOUND_TEXT',
  'text/plain',
  'text/plain;charset=utf-8',
]);

export function isTextTarget(target: string): boolean {
  return textTargets.has(target) || target.toLowerCase().startsWith('text/plain');
}

/** Asks clipboard managers to leave it alone: KDE's hint, which Klipper, CopyQ, clipman and others respect. */
const managersSkip: Format = {
  target: 'x-kde-passwordManagerHint',
  type: 'x-kde-passwordManagerHint',
  bits: 8,
  data: Buffer.from('secret'),
};

/** A text in all the formats that programs request. `passing`: it is offered only for a moment. */
export function textFormats(text: string, passing: boolean): readonly Format[] {
  const utf8 = Buffer.from(text, 'utf8');
  const formats: Format[] = [
    { target: 'UTF8_STRING', type: 'UTF8_STRING', bits: 8, data: utf8 },
    { target: 'text/plain;charset=utf-8', type: 'text/plain;charset=utf-8', bits: 8, data: utf8 },
    { target: 'text/plain', type: 'text/plain', bits: 8, data: utf8 },
    // ICCCM lets the owner choose the type of TEXT.
    { target: 'TEXT', type: 'UTF8_STRING', bits: 8, data: utf8 },
  ];
  // STRING is Latin-1 and nothing else: whoever asks for it only gets what it can say.
  if (isLatin1(text))
    formats.push({ target: 'STRING', type: 'STRING', bits: 8, data: Buffer.from(text, 'latin1') });
  if (passing) formats.push(managersSkip);
  return formats;
}

function isLatin1(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0xff) return false;
  return true;
}
