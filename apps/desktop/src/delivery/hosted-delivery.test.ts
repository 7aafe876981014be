import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DesktopSessionEvent } from '@quoth/core';
import type { NotPasted, PasteResult } from './delivery-host.ts';
import { HostedDelivery, type HostedDeliveryOptions } from './hosted-delivery.ts';

interface Answers {
  readonly paste?: PasteResult;
  readonly copy?: boolean;
}

/** What a host with these answers, and a system whose programs can copy or cannot, make of a text. */
async function delivered(answers: Answers, canCopy: boolean, isLocked = false) {
  let session: (event: DesktopSessionEvent) => void = () => undefined;
  const delivery = new HostedDelivery({
    host: {
      start: () => undefined,
      request: (async (name: keyof Answers) => answers[name]) as HostedDeliveryOptions['host']['request'],
      pid: undefined,
      leave: () => undefined,
    },
    session: {
      onEvent: (listener) => {
        session = listener;
        return () => undefined;
      },
      isLocked: async () => isLocked,
    },
    clipboard: { write: async () => canCopy },
  });
  delivery.prepare();
  if (isLocked) session('locked');
  const { as, problem } = await delivery.deliver('text', {
    to: 'paste',
    joint: '',
    place: 'a',
    pressEnter: false,
  });
  return `${as}: ${problem?.message}`;
}

test('a text is said to be copied only where it was, whatever kept it from being written', async () => {
  const failed = (reason: NotPasted): Answers => ({ paste: { as: 'failed', reason } });
  const rows: readonly [Answers, boolean, RegExp, boolean?][] = [
    [failed('focus-moved'), true, /^copied: The focus moved to another window, so the text was copied/],
    [failed('focus-moved'), false, /^shown: There is no clipboard .* was not copied/],
    // What another program has copied at this moment stays.
    [failed('superseded'), true, /^shown: Another program used the clipboard .* was not inserted/],
    [{}, true, /^copied: .* did not accept the text, so it was copied/],
    [{}, false, /^shown: There is no clipboard/],
    [{}, true, /^copied: The screen was locked, so the text was copied/, true],
    [{}, false, /^shown: There is no clipboard/, true],
    [{ copy: true }, false, /^copied: .* so it was copied/],
  ];
  for (const [answers, canCopy, expected, isLocked] of rows)
    assert.match(await delivered(answers, canCopy, isLocked), expected, JSON.stringify(answers));
});
