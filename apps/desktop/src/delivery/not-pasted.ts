import { AppError, type Remedy } from '@quoth/contract';
import type { NotPasted } from './delivery-host.ts';

/** Why a text was not written at the cursor, and what to do, in words. */
const reasons: Readonly<
  Record<NotPasted | 'locked' | 'no-way' | 'cannot-tell', readonly [message: string, hint: string | Remedy]>
> = {
  'focus-moved': [
    'The focus moved to another window, so the text was copied.',
    'Paste it where you want it.',
  ],
  'no-focus': ['No window has the focus, so the text was copied.', 'Click where you want it, then paste.'],
  'password-prompt': [
    'The focused window asks for a password, so the text was only copied.',
    'Paste it where you want it.',
  ],
  'no-paste-key': [
    'The keyboard has no key to paste with, so the text was copied.',
    'Paste it with the menu.',
  ],
  'not-asked': [
    'The focused program did not accept the text, so it was copied.',
    'Click into a text field, then paste.',
  ],
  superseded: [
    'Another program used the clipboard at the same time, so the text was not inserted.',
    'It is in the history.',
  ],
  'no-display': ['The screen cannot be reached, so the text was not inserted.', 'It is in the history.'],
  'keys-refused': [
    'The focused program accepts no keys from Quoth (on Windows, because it runs as administrator), so the text was copied.',
    'Paste it there yourself.',
  ],
  'keys-not-pressed': [
    'The desktop did not press the keys, so the text was copied.',
    'Paste it where you want it.',
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
  locked: ['The screen was locked, so the text was copied.', 'Paste it where you want it.'],
  'cannot-tell': [
    'On this desktop, Quoth cannot tell whether this program accepts text, so it was copied.',
    'Paste it where you want it.',
  ],
  'no-way': [
    'Quoth cannot insert text into other programs on this desktop, so it was copied.',
    'Paste it where you want it.',
  ],
};

export function notPasted(reason: NotPasted | 'locked' | 'no-way' | 'cannot-tell'): AppError {
  const [message, hint] = reasons[reason];
  return new AppError('NOT_PASTED', typeof hint === 'string' ? { message, hint } : { message, remedy: hint });
}

/** The text was delivered, but the previous clipboard could not be restored completely. */
export function notRestored(): AppError {
  return new AppError('CLIPBOARD_UNAVAILABLE', {
    message: 'The text was inserted, but the previous clipboard could not be restored completely.',
    hint: 'Copy it again if you still need it.',
  });
}
