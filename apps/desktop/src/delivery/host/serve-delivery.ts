import type { Delivered, DeliveryDesk } from './delivery-desk.ts';
import type { FromHost, ToHost } from './host-protocol.ts';

/** With nothing on any clipboard, the process is not needed until the next dictation. */
const IDLE_MS = 60_000;

/** What the platform's host can report. */
export interface ServedDelivery {
  /** No program needs anything from this process any more. */
  free(): void;
  /** The desktop session has ended: no program is left to paste anything. */
  end(): void;
}

/**
 * Carries out the requests of the application, one at a time, and ends the process when nobody needs it any more, even after the
 * application has ended. Without a desk, every delivery is answered with the reason.
 */
export function serveDelivery(desk: DeliveryDesk | undefined): ServedDelivery {
  let isAlone = false;
  let idle: NodeJS.Timeout | undefined;
  /** One at a time: two simultaneous deliveries would paste each other's text. */
  let work: Promise<void> = Promise.resolve();

  const free = () => {
    clearTimeout(idle);
    if (desk?.isOwner) return;
    if (isAlone) process.exit(0);
    idle = setTimeout(() => {
      if (!desk?.isOwner) process.exit(0);
    }, IDLE_MS);
  };
  process.on('message', (message: ToHost) => {
    clearTimeout(idle);
    work = work.then(async () => {
      const result = await carryOut(desk, message).catch(
        (): FromHost => ({ id: message.id, type: 'failed', reason: 'no-display' }),
      );
      if (process.connected) process.send?.(result, () => undefined);
      free();
    });
  });
  process.on('disconnect', () => {
    isAlone = true;
    // What is at work comes to its end first: the target gets its text, and the clipboard what was there.
    void work.then(free);
  });
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  free();
  return {
    free,
    end: () => {
      if (isAlone) process.exit(0);
      void work.then(() => process.exit(0));
    },
  };
}

async function carryOut(desk: DeliveryDesk | undefined, message: ToHost): Promise<FromHost> {
  const { id } = message;
  if (!desk) return { id, type: 'failed', reason: 'no-display' };
  switch (message.type) {
    case 'look':
      return { id, type: 'place', place: (await desk.look()) ?? null };
    case 'paste': {
      const { text, joint, place, pressEnter } = message;
      return told(id, await desk.paste({ text, joint, place: place ?? undefined, pressEnter }));
    }
    case 'copy': {
      const isCopied = await desk.copy(message.text);
      return isCopied ? { id, type: 'copied', reason: null } : { id, type: 'failed', reason: 'overtaken' };
    }
    case 'read-selection':
      return { id, type: 'selection', selected: await desk.readSelection() };
  }
}

function told(id: number, delivered: Delivered): FromHost {
  if (delivered.as === 'pasted') return { id, type: 'pasted', isRestored: delivered.isRestored };
  if (delivered.as === 'copied') return { id, type: 'copied', reason: delivered.reason };
  return { id, type: 'failed', reason: delivered.reason };
}
