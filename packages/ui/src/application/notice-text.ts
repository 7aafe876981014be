import { hintForWindow, type Notice } from '@quoth/contract';

/** A notice in one line, for who looks at the window. */
export function noticeText({ message, hint }: Pick<Notice, 'message' | 'hint'>): string {
  return [message, hint && hintForWindow(hint)].filter(Boolean).join(' ');
}
