import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiServerState, AppError, type QuothEvent, say } from '@quoth/contract';
import { type Core, silentLogger } from '@quoth/core';
import { englishTexts } from '../fixtures/english-texts.ts';
import { DictationTray, type TrayControls } from './dictation-tray.ts';
import type { TrayAction } from './tray-menu.ts';

test('what is chosen in the menu and comes to nothing is said at the indicator, since a menu has no answer', async (t) => {
  const said: string[] = [];
  let choose: (action: TrayAction) => void = () => undefined;
  const refused = async () => {
    throw new AppError('WINDOW_UNAVAILABLE', {
      message: say('asWritten', { text: 'No browser could be opened.' }),
      hint: say('asWritten', { text: 'Install one.' }),
    });
  };
  const api = (running: boolean) =>
    ({
      running,
      notices: [{ id: 'port', level: 'warning', message: 'The port is taken.' }],
    }) as unknown as ApiServerState;
  const noClipboard = new AppError('CLIPBOARD_UNAVAILABLE', {
    message: say('asWritten', { text: 'There is no clipboard.' }),
  });
  const controls: TrayControls = {
    apiServer: () => api(false),
    switchApiServer: async (isOn) => api(!isOn),
    openWindow: refused,
    copy: async (text) => ({ problem: text === '' ? noClipboard : undefined }),
    quit: () => undefined,
  };
  const core = {
    events: {
      on: () => () => undefined,
      publish: (event: QuothEvent) => {
        if (event.type === 'remark-made')
          said.push(`${event.kind}: ${event.message}${event.hint ? ` ${event.hint}` : ''}`);
      },
    },
    dictations: { start: refused, stop: refused, cancel: refused },
    modes: { update: refused },
  } as unknown as Core;
  const tray = new DictationTray({
    create: ({ onAction }) => {
      choose = onAction;
      return { open: async () => undefined, show: () => undefined, close: async () => undefined };
    },
    core,
    controls,
    onShown: () => undefined,
    texts: englishTexts,
    logger: silentLogger,
  });
  t.after(() => tray.close());
  const rows: readonly [TrayAction, string | undefined][] = [
    [{ type: 'settings' }, 'problem: No browser could be opened. Install one.'],
    [{ type: 'mode', id: 'gone' }, 'problem: No browser could be opened. Install one.'],
    [{ type: 'api', isOn: true }, 'problem: The port is taken.'],
    [{ type: 'api', isOn: false }, undefined],
    [{ type: 'copy', text: 'words' }, 'done: Copied'],
    [{ type: 'copy', text: '' }, 'problem: There is no clipboard.'],
    // The recorder says it; what has ended at the same moment needs no word.
    [{ type: 'start' }, undefined],
    [{ type: 'stop' }, undefined],
  ];
  for (const [action, expected] of rows) {
    choose(action);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(said.shift(), expected, action.type);
  }
});
