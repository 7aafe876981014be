import { takeTurns } from '../../system-turns.ts';
import { PasteDesk } from '../desk/paste-desk.ts';
import { serveDelivery } from '../host/serve-delivery.ts';
import { loadMacCalls } from './load-calls.ts';
import { MacPasteSystem } from './mac-paste-system.ts';

// Provides texts on macOS' pasteboard. A separate process, because AppKit answers through the main thread's run loop, which Node does not run.

/** Seconds to wait for macOS before Node has its turn again. The process lives for a minute or two. */
const WAIT = 0.01;

const calls = loadMacCalls();
serveDelivery(new PasteDesk(new MacPasteSystem(calls)));
takeTurns(() => calls.runLoop(WAIT));
