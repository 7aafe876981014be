import type { Handle } from '../../windows/handle.ts';
import type { WindowsCalls } from './calls.ts';

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
