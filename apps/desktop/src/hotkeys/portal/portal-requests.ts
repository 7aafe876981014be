import { randomBytes } from 'node:crypto';
import { addAbortListener } from 'node:events';
import type { Message, MessageBus } from 'dbus-native';
import { PortalError } from './portal-error.ts';

export const PORTAL = 'org.freedesktop.portal.Desktop';
export const PORTAL_PATH = '/org/freedesktop/portal/desktop';
const REQUEST = 'org.freedesktop.portal.Request';
const CALL_MS = 15_000;

export interface PortalCall {
  readonly interface: string;
  readonly member: string;
  readonly signature: string;
  /** The arguments; those of the vardict `options`, which every request takes last, come with `options`. */
  readonly body: readonly unknown[];
  readonly options?: Readonly<Record<string, string>>;
  /** How long to wait for the answer; without limit if absent, because a person may have to decide. */
  readonly answerMs?: number;
}

/**
 * Calls of a portal that are answered later, by the signal Response of a Request object:
 * https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Request.html
 */
export class PortalRequests {
  readonly #waiting = new Map<string, (code: number, results: unknown) => void>();

  /** Takes every signal that the portal sends. */
  onSignal({ interface: from, member, path = '', body = [] }: Message): void {
    if (from !== REQUEST || member !== 'Response') return;
    this.#waiting.get(path)?.(Number(body[0]), body[1]);
  }

  /** The answer. Throws PortalError, `declined` if the user declined; and the signal's reason. */
  async ask(bus: MessageBus, call: PortalCall, signal: AbortSignal): Promise<Record<string, unknown>> {
    signal.throwIfAborted();
    const token = portalToken();
    // The answer may come before that of the call: its path is known beforehand.
    const sender = (bus.name ?? '').slice(1).replaceAll('.', '_');
    const paths = new Set([`${PORTAL_PATH}/request/${sender}/${token}`]);
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
    // A refusal may come before it is awaited below; until then nobody is there to handle it.
    promise.catch(() => undefined);
    const answered = (code: number, results: unknown) => {
      if (code === 0) resolve(results as Record<string, unknown>);
      else if (code === 1) reject(new PortalError('declined', 'it was declined'));
      else reject(new PortalError('trouble', 'the request ended without an answer'));
    };
    for (const path of paths) this.#waiting.set(path, answered);
    const abandon = () => {
      reject(signal.reason);
      for (const path of paths)
        void bus
          .invoke({ destination: PORTAL, path, interface: REQUEST, member: 'Close' }, { timeout: CALL_MS })
          .catch(() => undefined);
    };
    using _abandoning = addAbortListener(signal, abandon);
    let timer: NodeJS.Timeout | undefined;
    try {
      const options = { ...call.options, handle_token: token };
      const handle = await bus.invoke<string>(
        {
          destination: PORTAL,
          path: PORTAL_PATH,
          interface: call.interface,
          member: call.member,
          signature: call.signature,
          body: [...call.body, options],
        },
        { timeout: CALL_MS },
      );
      // Portals before version 0.9 chose the path themselves.
      if (!paths.has(handle)) {
        paths.add(handle);
        this.#waiting.set(handle, answered);
      }
      if (call.answerMs !== undefined) {
        timer = setTimeout(
          () => reject(new PortalError('trouble', 'it did not answer in time')),
          call.answerMs,
        ).unref();
      }
      return await promise;
    } catch (error) {
      throw signal.aborted ? signal.reason : PortalError.of(error);
    } finally {
      clearTimeout(timer);
      for (const path of paths) this.#waiting.delete(path);
    }
  }
}

/** An element of an object path that nobody else uses. */
export function portalToken(): string {
  return `quoth${randomBytes(8).toString('hex')}`;
}
