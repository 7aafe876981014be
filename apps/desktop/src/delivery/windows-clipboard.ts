import { setTimeout as pause } from 'node:timers/promises';
import type { Handle, WindowCalls, WindowProcedure } from '../native/windows.ts';

type MessageCalls = Omit<WindowCalls, 'registerClass' | 'createWindow' | 'SetThreadDpiAwarenessContext'>;

/**
 * The functions of user32.dll, kernel32.dll and advapi32.dll that are needed, with their own names; parameters that are
 * always null or 0 are left out.
 */
export interface WindowsCalls extends MessageCalls {
  /** A window that is never shown (HWND_MESSAGE), whose messages `procedure` gets. 0 if that fails. */
  createMessageWindow(procedure: WindowProcedure): Handle;
  OpenClipboard(window: Handle): number;
  CloseClipboard(): number;
  EmptyClipboard(): number;
  EnumClipboardFormats(format: number): number;
  GetClipboardData(format: number): Handle;
  /** `memory` 0: it is requested later, by WM_RENDERFORMAT. */
  SetClipboardData(format: number, memory: Handle): Handle;
  RegisterClipboardFormatW(name: string): number;
  GetClipboardFormatNameW(format: number, name: Uint8Array, most: number): number;
  GetClipboardSequenceNumber(): number;
  GetClipboardOwner(): Handle;
  /** The window that has it open; 0 also if it was opened without a window. */
  GetOpenClipboardWindow(): Handle;

  GlobalAlloc(flags: number, bytes: number): Handle;
  GlobalFree(memory: Handle): Handle;
  GlobalSize(memory: Handle): Handle;
  GlobalLock(memory: Handle): Handle;
  GlobalUnlock(memory: Handle): number;
  /** RtlMoveMemory, in both directions. */
  copyFrom(to: Uint8Array, address: Handle, bytes: number): void;
  copyTo(address: Handle, from: Uint8Array, bytes: number): void;

  GetForegroundWindow(): Handle;
  GetWindowThreadProcessId(window: Handle, pid: Uint32Array): number;
  GetClassNameW(window: Handle, name: Uint8Array, most: number): number;
  /** Of the thread with the focus. `information` is a GUITHREADINFO. */
  GetGUIThreadInfo(information: Uint8Array): number;
  GetWindowLongW(window: Handle, index: number): number;
  OpenProcess(access: number, pid: number): Handle;
  QueryFullProcessImageNameW(process: Handle, path: Uint8Array, length: Uint32Array): number;
  OpenProcessToken(process: Handle, access: number, token: BigUint64Array): number;
  GetTokenInformation(
    token: Handle,
    what: number,
    information: Uint32Array,
    length: number,
    needed: Uint32Array,
  ): number;
  CloseHandle(handle: Handle): number;

  GetAsyncKeyState(virtualKey: number): number;
  /** `inputs` are consecutive INPUT structs. Returns how many were accepted. */
  SendInput(count: number, inputs: Uint8Array, size: number): number;
}

/** Standard clipboard formats (winuser.h, CF_*). */
const formats = {
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
 * Which formats of a clipboard to read, in their order, and whether that is everything: Windows derives some from
 * others, so they need not be kept; handles of graphics and private formats cannot be kept.
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

/** Messages to the owner of the clipboard (winuser.h). */
const WM_RENDERFORMAT = 0x0305;
const WM_RENDERALLFORMATS = 0x0306;
const WM_DESTROYCLIPBOARD = 0x0307;

/** Only one program at a time can open the clipboard; milliseconds to wait for another one. */
const TRIES = 25;
const TRY_MS = 20;
const MAX_BYTES = 32 * 1024 * 1024;
/** How long to wait for a program to render what it has copied. */
const SAVE_MS = 500;
const NAME_CHARACTERS = 256;
/** A DWORD each (Microsoft, "Cloud Clipboard and Clipboard History Formats"). */
const NO = Buffer.from([0, 0, 0, 0]);
const YES = Buffer.from([1, 0, 0, 0]);

/** The contents of the clipboard. */
export interface SavedFormats {
  readonly formats: readonly { readonly format: number; readonly bytes: Buffer }[];
  readonly isWhole: boolean;
}

/** An offered text: it is rendered when a program requests it. */
export interface ClipboardOffer {
  readonly text: string;
  /** Whether the program whose window this is may have it; 0: it opened the clipboard without one. */
  readonly isFor: (asker: Handle) => boolean;
  readonly onAsked: (isWhole: boolean) => void;
  readonly onSuperseded: () => void;
}

/** Windows' clipboard, with a window of our own that owns it. */
export class WindowsClipboard {
  readonly #calls: WindowsCalls;
  readonly #window: Handle;
  #offer: ClipboardOffer | undefined;
  /** Our own emptying also says that the clipboard was emptied. */
  #isEmptying = false;

  private constructor(calls: WindowsCalls) {
    this.#calls = calls;
    this.#window = calls.createMessageWindow((...message) => this.#onMessage(...message));
  }

  /** Undefined if this process may not have a window, as in a service. */
  static open(calls: WindowsCalls): WindowsClipboard | undefined {
    const clipboard = new WindowsClipboard(calls);
    return clipboard.#window ? clipboard : undefined;
  }

  changes(): number {
    return this.#calls.GetClipboardSequenceNumber();
  }

  async save(): Promise<SavedFormats> {
    const saved = await this.#withClipboard(() => this.#read());
    return saved ?? { formats: [], isWhole: false };
  }

  /** Offers a text that is rendered on demand. Clipboard managers and the clipboard's history are asked to skip it. */
  async offer(offer: ClipboardOffer): Promise<boolean> {
    const isThere = await this.#withClipboard(() => {
      this.#empty();
      this.#offer = offer;
      this.#calls.SetClipboardData(formats.unicodeText, 0);
      this.#set(this.#format('ExcludeClipboardContentFromMonitorProcessing'), YES);
      this.#keepOutOfHistory();
      return true;
    });
    return isThere === true;
  }

  /**
   * False if something could not be restored. What another program put there meanwhile stays, unless it has been there
   * since `changes`.
   */
  async restore(saved: SavedFormats, changes?: number): Promise<boolean> {
    const isSet = await this.#withClipboard(() => {
      if (!this.#isOurs() && this.changes() !== changes) return true;
      this.#empty();
      const isSet = saved.formats.map(({ format, bytes }) => this.#set(format, bytes));
      // The history has it from when it was copied.
      if (isSet.length > 0) this.#keepOutOfHistory();
      return !isSet.includes(false);
    });
    return saved.isWhole && isSet === true;
  }

  async put(text: string): Promise<boolean> {
    const isSet = await this.#withClipboard(() => {
      this.#empty();
      return this.#set(formats.unicodeText, textBytes(text));
    });
    return isSet === true;
  }

  async text(): Promise<string | undefined> {
    return this.#withClipboard(() => {
      const memory = this.#calls.GetClipboardData(formats.unicodeText);
      const bytes = memory ? bytesOf(this.#calls, memory, MAX_BYTES) : undefined;
      return bytes?.toString('utf16le').replace(/\0.*$/su, '').replaceAll('\r\n', '\n');
    });
  }

  /**
   * Undefined if another program does not close it. `work` must not wait: no one else can use the clipboard meanwhile.
   */
  async #withClipboard<Result>(work: () => Result): Promise<Result | undefined> {
    for (let tries = TRIES; tries > 0; tries -= 1) {
      if (this.#calls.OpenClipboard(this.#window) !== 0) {
        try {
          return work();
        } finally {
          this.#calls.CloseClipboard();
        }
      }
      await pause(TRY_MS);
    }
    return undefined;
  }

  #read(): SavedFormats {
    const calls = this.#calls;
    const all: number[] = [];
    for (
      let format = calls.EnumClipboardFormats(0);
      format !== 0;
      format = calls.EnumClipboardFormats(format)
    )
      all.push(format);
    const { kept, isWhole } = keptFormats(all, (format) => this.#nameOf(format));
    const end = performance.now() + SAVE_MS;
    const read: { format: number; bytes: Buffer }[] = [];
    let left = MAX_BYTES;
    for (const format of kept) {
      const memory = performance.now() > end ? 0 : calls.GetClipboardData(format);
      const bytes = memory ? bytesOf(calls, memory, left) : undefined;
      if (!bytes) continue;
      left -= bytes.length;
      read.push({ format, bytes });
    }
    return { formats: read, isWhole: isWhole && read.length === kept.length };
  }

  #isOurs(): boolean {
    return Number(this.#calls.GetClipboardOwner()) === Number(this.#window);
  }

  #empty(): void {
    this.#offer = undefined;
    this.#isEmptying = true;
    this.#calls.EmptyClipboard();
    this.#isEmptying = false;
  }

  #set(format: number, bytes: Uint8Array): boolean {
    const memory = memoryWith(this.#calls, bytes);
    if (!memory) return false;
    if (this.#calls.SetClipboardData(format, memory)) return true;
    // Windows has it only where that worked.
    this.#calls.GlobalFree(memory);
    return false;
  }

  #keepOutOfHistory(): void {
    this.#set(this.#format('CanIncludeInClipboardHistory'), NO);
    this.#set(this.#format('CanUploadToCloudClipboard'), NO);
  }

  #format(name: string): number {
    return this.#calls.RegisterClipboardFormatW(name);
  }

  #nameOf(format: number): string {
    const name = Buffer.alloc(NAME_CHARACTERS * 2);
    const length = this.#calls.GetClipboardFormatNameW(format, name, NAME_CHARACTERS);
    return name.toString('utf16le', 0, length * 2);
  }

  #onMessage(window: Handle, message: number, wParam: Handle, lParam: Handle): Handle {
    switch (message) {
      case WM_RENDERFORMAT: {
        const offer = this.#offer;
        const asker = this.#calls.GetOpenClipboardWindow();
        // To whom it is not given, it stays unrendered, so that it can still be seen when the right one asks.
        if (Number(wParam) === formats.unicodeText && offer?.isFor(asker))
          offer.onAsked(this.#set(formats.unicodeText, textBytes(offer.text)));
        return 0;
      }
      case WM_RENDERALLFORMATS:
        // Our process ends while the text is on offer: it is not for everybody, so it goes as well.
        return 0;
      case WM_DESTROYCLIPBOARD:
        if (!this.#isEmptying) {
          const offer = this.#offer;
          this.#offer = undefined;
          offer?.onSuperseded();
        }
        return 0;
      default:
        return this.#calls.DefWindowProcW(window, message, wParam, lParam);
    }
  }
}

/** In the format of CF_UNICODETEXT: UTF-16, lines ending in CR LF, and a zero at the end. */
function textBytes(text: string): Buffer {
  return Buffer.from(`${text.replaceAll('\0', '').replaceAll(/\r?\n/g, '\r\n')}\0`, 'utf16le');
}

/** What SetClipboardData requires: movable memory. */
const GMEM_MOVEABLE = 0x2;

type MemoryCalls = Pick<
  WindowsCalls,
  'GlobalAlloc' | 'GlobalFree' | 'GlobalSize' | 'GlobalLock' | 'GlobalUnlock' | 'copyFrom' | 'copyTo'
>;

/** A copy of such memory; undefined if it is invalid or longer than `most` bytes. */
export function bytesOf(calls: MemoryCalls, memory: Handle, most: number): Buffer | undefined {
  const size = Number(calls.GlobalSize(memory));
  if (size === 0 || size > most) return undefined;
  const address = calls.GlobalLock(memory);
  if (!address) return undefined;
  const bytes = Buffer.alloc(size);
  calls.copyFrom(bytes, address, size);
  calls.GlobalUnlock(memory);
  return bytes;
}

/** Such memory with these bytes; 0 if Windows has none left. If it is not handed over, the caller frees it. */
export function memoryWith(calls: MemoryCalls, bytes: Uint8Array): Handle {
  const memory = calls.GlobalAlloc(GMEM_MOVEABLE, Math.max(1, bytes.length));
  if (!memory) return 0;
  const address = calls.GlobalLock(memory);
  if (!address) {
    calls.GlobalFree(memory);
    return 0;
  }
  if (bytes.length > 0) calls.copyTo(address, bytes, bytes.length);
  calls.GlobalUnlock(memory);
  return memory;
}
