import { hintForWindow, type Notice } from '@quoth/contract';

/** A notice in one line, worded for the window. */
export function noticeText({ message, hint }: Pick<Notice, 'message' | 'hint'>): string {
  return [message, hint && hintForWindow(hint)].filter(Boolean).join(' ');
}
