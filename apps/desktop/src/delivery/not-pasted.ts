import { AppError, type Remedy } from '@quoth/contract';
import type { NotPasted } from './delivery-host.ts';

/** Why a text was not written at the cursor, and what to do, in words. */
const reasons: Readonly<
  Record<NotPasted | 'locked' | 'no-way' | 'cannot-tell', readonly [message: string, hint: string | Remedy]>
> = {
  'focus-moved': [
    'Another window has the focus than when you stopped speaking, so the text was copied.',
    'Go to where it belongs and paste it.',
  ],
  'no-focus': ['No window has the focus, so the text was copied.', 'Click where it belongs and paste it.'],
  'password-prompt': [
    'The window with the focus asks for a password, so the text was only copied.',
    'Paste it where it belongs.',
  ],
  'no-paste-key': [
    'The keyboard has no key to paste with, so the text was copied.',
    'Paste it with the menu.',
  ],
  'not-asked': [
    'The program with the focus took no text, so it was copied.',
    'Click into a text field and paste it.',
  ],
  overtaken: [
    'Another program took the clipboard at the same moment, so the text was not written.',
    'It is in the history.',
  ],
  'no-display': ['The screen cannot be reached, so the text was not written.', 'It is in the history.'],
  'keys-refused': [
    'The program with the focus takes no keys from Quoth (on Windows, because it runs as administrator), so the text was copied.',
    'Paste it there yourself.',
  ],
  'no-permission': [
    'macOS does not let Quoth press keys yet, so the text was copied.',
    'Allow it in System Settings > Privacy & Security > Accessibility.',
  ],
  'secure-input': [
    'A program hides what is typed, as password fields do, so the text was only copied.',
    'Leave the password field, or paste the text yourself.',
  ],
  'keys-not-asked': ['Copied: writing is not allowed.', { kind: 'allow-keyboard' }],
  'keys-declined': ['Copied: your desktop declined keys.', { kind: 'allow-keyboard' }],
  locked: ['The screen was locked, so the text was copied.', 'Paste it where it belongs.'],
  'cannot-tell': [
    'On this desktop, Quoth cannot tell whether this program takes a text, so it was copied.',
    'Paste it where it belongs.',
  ],
  'no-way': [
    'Quoth cannot write into other programs on this desktop, so the text was copied.',
    'Paste it where it belongs.',
  ],
};

export function notPasted(reason: NotPasted | 'locked' | 'no-way' | 'cannot-tell'): AppError {
  const [message, hint] = reasons[reason];
  return new AppError('NOT_PASTED', typeof hint === 'string' ? { message, hint } : { message, remedy: hint });
}

/** The text was delivered, but the previous clipboard could not be restored completely. */
export function notRestored(): AppError {
  return new AppError('CLIPBOARD_UNAVAILABLE', {
    message: 'The text was written, but what was on the clipboard before could not be kept whole.',
    hint: 'Copy it again if you still need it.',
  });
}
