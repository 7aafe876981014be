import { PasteDesk } from '../desk/paste-desk.ts';
import { serveDelivery } from '../host/serve-delivery.ts';
import { loadMacCalls } from './load-calls.ts';
import { MacPasteSystem } from './mac-paste-system.ts';
import { turnRunLoop } from './run-loop.ts';

// Gives texts out on macOS' pasteboard. A process of its own: AppKit answers through the main thread's run loop, which Node's own does not turn.

const calls = loadMacCalls();
serveDelivery(new PasteDesk(new MacPasteSystem(calls)));
turnRunLoop(calls);
