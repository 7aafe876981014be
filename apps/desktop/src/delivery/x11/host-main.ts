import { XConnection } from '../../x11/index.ts';
import { type Delivered, DeliveryDesk } from './delivery-desk.ts';
import type { FromHost, ToHost } from './host-protocol.ts';

// Owns the clipboard while a text is delivered, and afterwards for what was there before: on X11 a clipboard's content lives in the process
// that put it there. So this one outlives the application, as long as somebody may still paste what it has, and never longer.

/** With nothing on any clipboard it is not needed until the next dictation. */
const IDLE_MS = 60_000;

const [display = '', cookies = ''] = process.argv.slice(2);
const connection = await XConnection.open(display, { XAUTHORITY: cookies });
// Without it every delivery is answered with what failed, so nothing more is to be said here.
const desk = connection ? await DeliveryDesk.open(connection).catch(() => undefined) : undefined;

let isAlone = false;
let idle: NodeJS.Timeout | undefined;
/** One thing at a time: two texts at once would paste each other's. */
let work: Promise<void> = Promise.resolve();

function endWhenFree(): void {
  clearTimeout(idle);
  if (desk?.isOwner) return;
  if (isAlone) process.exit(0);
  idle = setTimeout(() => {
    if (!desk?.isOwner) process.exit(0);
  }, IDLE_MS);
}

function answer(message: FromHost): void {
  if (process.connected) process.send?.(message, () => undefined);
}

function told(id: number, delivered: Delivered): FromHost {
  if (delivered.as === 'pasted') return { id, type: 'pasted', isRestored: delivered.isRestored };
  if (delivered.as === 'copied') return { id, type: 'copied', reason: delivered.reason };
  return { id, type: 'failed', reason: delivered.reason };
}

async function carryOut(message: ToHost): Promise<FromHost> {
  const { id } = message;
  if (!desk) return { id, type: 'failed', reason: 'no-display' };
  switch (message.type) {
    case 'look':
      return { id, type: 'place', place: (await desk.look()) ?? null };
    case 'paste': {
      const { text, place, pressEnter } = message;
      return told(id, await desk.paste({ text, place: place ?? undefined, pressEnter }));
    }
    case 'copy': {
      const isCopied = await desk.copy(message.text);
      return isCopied ? { id, type: 'copied', reason: null } : { id, type: 'failed', reason: 'overtaken' };
    }
    case 'read-selection':
      return { id, type: 'selection', text: (await desk.readSelection()) ?? null };
  }
}

process.on('message', (message: ToHost) => {
  clearTimeout(idle);
  work = work.then(async () => {
    const result = await carryOut(message).catch(
      (): FromHost => ({ id: message.id, type: 'failed', reason: 'no-display' }),
    );
    answer(result);
    endWhenFree();
  });
});
process.on('disconnect', () => {
  isAlone = true;
  // What is at work comes to its end first: the target gets its text, and the clipboard what was there.
  void work.then(endWhenFree);
});
// The desktop ends: nobody is left to paste anything.
connection?.onEnd(() => {
  if (isAlone) process.exit(0);
  void work.then(() => process.exit(0));
});
if (desk) desk.onFree = endWhenFree;
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
endWhenFree();
