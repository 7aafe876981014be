import { AppError, type Message, say } from '@quoth/contract';
import type { NotPasted } from './delivery-host.ts';

/** Why a text was not written at the cursor, and what to do. */
const reasons: Readonly<
  Record<
    NotPasted | 'locked' | 'no-way' | 'cannot-tell' | 'accessibility-off' | 'focus-unknown',
    readonly [message: Message, hint: Message]
  >
> = {
  'focus-moved': [say('focusMoved'), say('pasteWhereYouWant')],
  'no-focus': [say('noWindowFocused'), say('clickThenPaste')],
  'password-prompt': [say('passwordWindowFocused'), say('pasteWhereYouWant')],
  'no-paste-key': [say('noPasteKey'), say('pasteByMenu')],
  'not-asked': [say('textNotAccepted'), say('clickIntoField')],
  superseded: [say('clipboardUsedByOther'), say('textIsInHistory')],
  'no-display': [say('screenUnreachable'), say('textIsInHistory')],
  'keys-refused': [say('keysNotAccepted'), say('pasteYourself')],
  'keys-not-pressed': [say('keysNotPressed'), say('pasteWhereYouWant')],
  'no-permission': [say('macKeysNotAllowed'), say('allowInAccessibility')],
  'secure-input': [say('typingHidden'), say('leavePasswordField')],
  'keys-not-asked': [say('writingNotAllowed'), say('allowKeyboard')],
  'keys-declined': [say('desktopDeclinedKeys'), say('allowKeyboard')],
  locked: [say('screenWasLocked'), say('pasteWhereYouWant')],
  'cannot-tell': [say('acceptsTextUnknown'), say('pasteWhereYouWant')],
  'accessibility-off': [say('acceptsTextUnknown'), say('turnOnAccessibility')],
  'focus-unknown': [say('focusUnknown'), say('allowAnyWindow')],
  'no-way': [say('cannotInsertHere'), say('pasteWhereYouWant')],
};

export function notPasted(reason: keyof typeof reasons): AppError {
  const [message, hint] = reasons[reason];
  return new AppError('NOT_PASTED', { message, hint });
}

/** The text was delivered, but the previous clipboard could not be restored completely. */
export function notRestored(): AppError {
  return new AppError('CLIPBOARD_UNAVAILABLE', {
    message: say('clipboardNotRestored'),
    hint: say('copyAgainIfNeeded'),
  });
}
