import { AppError } from '@quoth/contract';
import type { TextDelivery } from '@quoth/core';
import type { Clipboard } from '../clipboard/index.ts';
import { notPasted } from './not-pasted.ts';

/** Copies texts to the clipboard; without one, they are only shown. For desktops that do not allow writing at the cursor. */
export function deliverByClipboard(clipboard: Clipboard): TextDelivery {
  return {
    place: async () => undefined,
    deliver: async (text, { to }) => {
      if (await clipboard.write(text)) {
        return { as: 'copied', problem: to === 'paste' ? notPasted('no-way') : undefined };
      }
      return {
        as: 'shown',
        problem: new AppError('INVALID_REQUEST', {
          message: 'There is no clipboard that can be written to, so the text was not copied.',
          hint: 'It is in the history. On Linux, install wl-clipboard (Wayland) or xclip (X11).',
        }),
      };
    },
  };
}
