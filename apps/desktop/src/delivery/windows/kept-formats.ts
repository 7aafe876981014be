/** Standard clipboard formats (winuser.h, CF_*). */
export const formats = {
  text: 1,
  bitmap: 2,
  metafilePicture: 3,
  oemText: 7,
  dib: 8,
  palette: 9,
  unicodeText: 13,
  enhancedMetafile: 14,
  locale: 16,
  dibV5: 17,
  ownerDisplay: 0x80,
} as const;

/** CF_PRIVATEFIRST to CF_GDIOBJLAST: not memory; Windows frees these in its own way or not at all. */
const PRIVATE_FIRST = 0x200;
const GDI_LAST = 0x3ff;
/** CF_DSPTEXT to CF_DSPENHMETAFILE: a private format in another form, useful only to its own program. */
const DISPLAY_FIRST = 0x81;
const DISPLAY_LAST = 0x8e;

/** Formats of OLE: they refer to the program that copied, and are meaningless if another one offers them. */
const ofOle = new Set(['DataObject', 'Ole Private Data']);

const fromUnicodeText: readonly number[] = [formats.text, formats.oemText, formats.locale];
const fromDib: readonly number[] = [formats.bitmap, formats.palette];

/**
 * Which formats of a clipboard to read, in their order, and whether that is everything: Windows derives some from others, so
 * they need not be kept; handles of graphics and private formats cannot be kept.
 */
export function keptFormats(
  all: readonly number[],
  nameOf: (format: number) => string,
): { readonly kept: readonly number[]; readonly isWhole: boolean } {
  const hasText = all.includes(formats.unicodeText);
  const dib = all.find((format) => format === formats.dib || format === formats.dibV5);
  const kept: number[] = [];
  let isWhole = true;
  for (const format of all) {
    if (hasText && fromUnicodeText.includes(format)) continue;
    if (fromDib.includes(format)) {
      isWhole &&= dib !== undefined;
      continue;
    }
    // Each of the two is made from the other; the one that its program put there comes first.
    if (format === formats.dib || format === formats.dibV5) {
      if (format === dib) kept.push(format);
      continue;
    }
    if (ofOle.has(nameOf(format))) continue;
    if (isHandle(format)) isWhole = false;
    else kept.push(format);
  }
  return { kept, isWhole };
}

function isHandle(format: number): boolean {
  return (
    format === formats.metafilePicture ||
    format === formats.enhancedMetafile ||
    format === formats.ownerDisplay ||
    (format >= DISPLAY_FIRST && format <= DISPLAY_LAST) ||
    (format >= PRIVATE_FIRST && format <= GDI_LAST)
  );
}
