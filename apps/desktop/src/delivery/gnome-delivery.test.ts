import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActiveApplication, ActiveProgram, Cursor } from '../active-application/active-application.ts';
import { unknownApplication } from '../active-application/active-application.ts';
import type { PasteRequest } from './delivery-host.ts';
import { GnomeDelivery } from './gnome-delivery.ts';
import type { HostedDeliveryOptions } from './hosted-delivery.ts';

test('a space is written only where the cursor is right behind the last text, as its program tells; one that never tells is not asked for it', async () => {
  const written: string[] = [];
  let cursor: Cursor | undefined = { field: 'message', offset: 3 };
  const host: HostedDeliveryOptions['host'] = {
    pid: 1,
    start: () => undefined,
    leave: () => undefined,
    request: async (name, _withinMs, ...sent) => {
      if (name !== 'paste') return undefined;
      const [{ joint, text }] = sent as unknown as [PasteRequest];
      written.push(joint + text);
      return { as: 'pasted', isRestored: true } as never;
    },
  };
  const activeApplication: ActiveApplication = {
    ...unknownApplication,
    current: async () => ({ program: 'chat', windowId: 'window', focus: 'other' }),
    cursor: async () => cursor,
  };
  const delivery = new GnomeDelivery({
    host: () => host,
    session: { onEvent: () => () => undefined, isLocked: async () => false },
    clipboard: { write: async () => false },
    activeApplication,
    keyboard: {
      permission: async () => 'allowed',
      open: async () => ({ press: async () => true, close: () => undefined }),
    } as never,
    asksPrograms: () => false,
  });
  // Whether the cursor is followed decides how soon its user has to go on.
  const rows: readonly [Cursor | undefined, isFollowed: boolean, string][] = [
    [{ field: 'message', offset: 3 }, false, 'Grüße 🎉.'],
    [{ field: 'message', offset: 11 }, true, ' Grüße 🎉.'],
    // Emptied.
    [{ field: 'message', offset: 0 }, true, 'Grüße 🎉.'],
    [{ field: 'search', offset: 8 }, true, 'Grüße 🎉.'],
    [undefined, true, 'Grüße 🎉.'],
    [undefined, false, ' Grüße 🎉.'],
    [{ field: 'message', offset: 8 }, false, 'Grüße 🎉.'],
  ];
  for (const [at, isFollowed] of rows) {
    cursor = at;
    assert.equal(delivery.followsCursor, isFollowed);
    const request = { to: 'paste', joint: ' ', place: 'window', pressEnter: false } as const;
    assert.equal((await delivery.deliver('Grüße 🎉.', request)).as, 'delivered');
  }
  assert.deepEqual(
    written,
    rows.map(([, , text]) => text),
  );
  delivery.close();
});

test('a text that is copied because a program tells nothing says how to have it told, until its user did that', async () => {
  const hidden = { program: 'chat', windowId: 'window', focus: 'hidden' } as const;
  let active: ActiveProgram | null = null;
  let asksPrograms = false;
  const delivery = new GnomeDelivery({
    host: () => ({ pid: 1, start: () => undefined, leave: () => undefined, request: async () => undefined }),
    session: { onEvent: () => () => undefined, isLocked: async () => false },
    clipboard: { write: async () => true },
    activeApplication: { ...unknownApplication, current: async () => active },
    keyboard: { permission: async () => 'allowed', open: async () => undefined } as never,
    asksPrograms: () => asksPrograms,
  });
  const hint = async () => {
    const request = { to: 'paste', joint: '', place: undefined, pressEnter: false } as const;
    const { as, problem } = await delivery.deliver('quoth', request);
    assert.equal(as, 'copied');
    return problem?.hint ?? '';
  };
  for (active of [null, hidden]) {
    asksPrograms = false;
    assert.match(await hint(), /accessibilityWhileRunning true/);
    asksPrograms = true;
    assert.doesNotMatch(await hint(), /accessibility/);
  }
  assert.deepEqual(await delivery.selectedText(), { is: 'unreadable' });
  delivery.close();
});
