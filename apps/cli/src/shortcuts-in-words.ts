import { type ShortcutAction, type Shortcuts, shortcutSettings } from '@quoth/contract';
import type { BoundShortcut } from './bind/bound-shortcut.ts';

const names: Readonly<Record<ShortcutAction, string>> = {
  toggle: 'begin and end',
  pushToTalk: 'hold to talk',
  cancel: 'give up',
  nextMode: 'next mode',
  pasteLast: 'paste the last',
  editSelection: 'edit the selection',
};

/** The keys in use, one a line, and what stands in the way of others with the command that fixes it. */
export function shortcutsInWords(shortcuts: Shortcuts, bound: BoundShortcut | undefined): string[] {
  const byDesktop = bound ? [`Key: ${bound.shortcut}, begin and end (bound in ${bound.desktop})`] : [];
  if (shortcuts.way === 'none') {
    return bound
      ? byDesktop
      : ['Keys: none, because this desktop lets no program take them. Run: quoth dictate bind'];
  }
  const lines = shortcuts.keys.flatMap(({ action, shortcut, state, problem, trigger }) => {
    if (state === 'off' || shortcut === null) return [];
    const line = `Key: ${trigger ?? shortcut}, ${names[action]}`;
    if (state === 'active') return [line];
    return [
      `${line}: does not work. ${problem ?? ''}`.trim(),
      `  Choose another: quoth settings set ${shortcutSettings[action]} <keys>`,
    ];
  });
  return [...byDesktop, ...lines];
}
