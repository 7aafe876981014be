import { framework } from './objective-c.ts';

/** Whether macOS lets this program press and watch keys (HIServices, AXIsProcessTrusted). It may change at any moment. Not run on macOS. */
export function loadAccessibility(): () => boolean {
  const isTrusted: () => number = framework('ApplicationServices').func('uint8_t AXIsProcessTrusted()');
  return () => isTrusted() !== 0;
}
