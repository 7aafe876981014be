import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SelectionOwner } from '../x11/selection-owner.ts';
import { WaylandWindows } from './xwayland-paste.ts';

type Owner = Pick<SelectionOwner, 'onRequest'>;
const unread = (): Owner => ({ onRequest: () => undefined });
const read = { selection: 1, requestor: 1, target: 'UTF8_STRING', served: Promise.resolve(true) };

test('a clipboard manager that has not read before the key press reads once after it', async () => {
  const windows = new WaylandWindows(async () => true);
  const owner = unread();
  await windows.settle(owner as SelectionOwner, async () => {
    owner.onRequest(read);
    return true;
  });
  assert.equal(windows.isLateManager(), false, 'it has read at once');
  await windows.settle(unread() as SelectionOwner, async () => true);
  assert.deepEqual([windows.isLateManager(), windows.isLateManager()], [true, false]);
});
