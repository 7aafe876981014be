import type { Handle } from '../../../windows/handle.ts';

/** Size and offsets of NOTIFYICONDATAW on 64-bit Windows (shellapi.h). */
const SIZE = 976;
const WINDOW = 8;
const ID = 16;
const FLAGS = 20;
const CALLBACK = 24;
const ICON = 32;
const TIP = 40;
const VERSION = 816;

/** NIF_MESSAGE, NIF_ICON, NIF_TIP, NIF_SHOWTIP. */
const EVERYTHING = 0x1 | 0x2 | 0x4 | 0x80;
/** With this version, messages contain the pointer's position, and the keyboard can open the menu. */
const NOTIFYICON_VERSION_4 = 4;
/** Length of szTip, including the final zero. */
const TIP_CHARACTERS = 128;
/** Our window has only this icon. */
const OUR_ID = 1;

/** A NOTIFYICONDATAW: the icon of this window, which gets the icon's messages as `callback`. */
export function notifyIconData({
  window,
  callback,
  icon,
  tip,
}: {
  readonly window: Handle;
  readonly callback: number;
  readonly icon: Handle;
  readonly tip: string;
}): Buffer {
  const data = Buffer.alloc(SIZE);
  data.writeUInt32LE(SIZE, 0);
  data.writeBigInt64LE(BigInt(window), WINDOW);
  data.writeUInt32LE(OUR_ID, ID);
  data.writeUInt32LE(EVERYTHING, FLAGS);
  data.writeUInt32LE(callback, CALLBACK);
  data.writeBigInt64LE(BigInt(icon), ICON);
  data.write(tip.slice(0, TIP_CHARACTERS - 1), TIP, 'utf16le');
  data.writeUInt32LE(NOTIFYICON_VERSION_4, VERSION);
  return data;
}
