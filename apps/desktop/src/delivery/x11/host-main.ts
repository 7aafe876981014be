import { XConnection } from '../../x11/index.ts';
import { serveDelivery } from '../host/serve-delivery.ts';
import { X11Desk } from './x11-desk.ts';

// Owns the clipboard while a text is delivered, and afterwards for what was there before: on X11 a clipboard's content lives in the process
// that put it there. So this process outlives the application, as long as somebody may still paste its contents, and no longer.

const [display = '', cookies = ''] = process.argv.slice(2);
const connection = await XConnection.open(display, { XAUTHORITY: cookies });
// Without it, every delivery is answered with the reason, so there is nothing more to say here.
const desk = connection ? await X11Desk.open(connection).catch(() => undefined) : undefined;
const served = serveDelivery(desk);
connection?.onEnd(() => served.end());
if (desk) desk.onFree = served.free;
