import { pumpMessages } from '../../windows/pump-messages.ts';
import { PasteDesk } from '../desk/paste-desk.ts';
import { serveDelivery } from '../host/serve-delivery.ts';
import { loadWindowsCalls } from './load-calls.ts';
import { WindowsClipboard } from './windows-clipboard.ts';
import { WindowsPasteSystem } from './windows-paste-system.ts';

// Owns Windows' clipboard while a text is delivered. A separate process: whoever pastes waits for its answer to a message, and
// waiting for messages would block the application.

const calls = loadWindowsCalls();
const clipboard = WindowsClipboard.open(calls);
serveDelivery(clipboard && new PasteDesk(new WindowsPasteSystem(calls, clipboard, process.pid)));
pumpMessages(calls);
