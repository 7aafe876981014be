import { AppError } from '@quoth/contract';
import type { TextDelivery } from '@quoth/core';
import type { Clipboard } from '../clipboard/index.ts';

/** Texts go onto the clipboard; where there is none, they are only shown. Writing them at the cursor is not done here yet. */
export function deliverByClipboard(clipboard: Clipboard): TextDelivery {
  return {
    place: async () => undefined,
    deliver: async (text) => {
      if (await clipboard.write(text)) return { as: 'copied' };
      return {
        as: 'shown',
        problem: new AppError('INVALID_REQUEST', {
          message: 'There is no clipboard that can be written to, so the text is only shown.',
          hint: 'On Linux, install wl-clipboard (Wayland) or xclip (X11).',
        }),
      };
    },
  };
}
