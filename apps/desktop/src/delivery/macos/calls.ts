import type { CharacterOf } from '../../macos/key-codes.ts';

/** An item on the pasteboard: its contents by type (uniform type identifiers). */
export type PasteboardItem = ReadonlyMap<string, Buffer>;

/** The methods of AppKit, CoreGraphics, HIServices and Carbon that are needed. */
export interface MacCalls {
  /** NSPasteboard changeCount. */
  changeCount(): number;
  /** The types of each item. */
  types(): readonly (readonly string[])[];
  /** NSPasteboardItem dataForType; undefined if its program provides none, or more than `most` bytes. */
  data(item: number, type: string, most: number): Buffer | undefined;
  /** NSPasteboard clearContents, writeObjects. False if macOS refused. */
  write(items: readonly PasteboardItem[]): boolean;
  /** The same with one item that has `types` when somebody asks for them, by an NSPasteboardItemDataProvider. */
  writeLazily(
    item: PasteboardItem,
    types: readonly string[],
    provide: (type: string) => Buffer | undefined,
  ): boolean;

  /** NSWorkspace frontmostApplication. */
  frontmost(): { readonly pid: number; readonly bundle: string } | undefined;
  /** The foremost window of this program (CGWindowListCopyWindowInfo, layer 0); undefined if it has none. */
  frontWindow(pid: number): number | undefined;
  /** AXIsProcessTrusted. */
  isTrusted(): boolean;
  /** IsSecureEventInputEnabled. */
  isInputSecure(): boolean;

  /** CGEventSourceFlagsState, of the hardware. */
  heldFlags(): number;
  /** CGEventCreateKeyboardEvent with these flags, CGEventPost. False if no event can be created. */
  postKey(keyCode: number, isDown: boolean, flags: number): boolean;
  layout(): CharacterOf;
  /** CFRunLoopRunInMode: handles events for this many seconds. Through it the pasteboard requests texts, and the program in front is updated. */
  runLoop(seconds: number): void;
}
