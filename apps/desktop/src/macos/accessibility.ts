import koffi from 'koffi';
import type { LoadLibrary } from '../load-library.ts';
import { framework } from './objective-c.ts';

/** Whether macOS lets this program press and watch keys (HIServices, AXIsProcessTrusted). It may change at any moment. Not run on macOS. */
export function loadAccessibility(load: LoadLibrary = koffi.load): () => boolean {
  const isTrusted: () => number = framework('ApplicationServices', load).func('uint8_t AXIsProcessTrusted()');
  return () => isTrusted() !== 0;
}
