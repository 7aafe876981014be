import { fileURLToPath } from 'node:url';
import { activationToken } from '@quoth/contract';
import type { Logger } from '@quoth/core';
import { launchCommand } from '@quoth/processes/places';
import { spawn } from '@quoth/processes/programs';
import { defineInterface, type ExportRegistration, type NameRegistration } from 'dbus-native';
import * as z from 'zod';
import type { SessionBus } from './session-bus.ts';

/** The name on the session bus: packages bring a file that starts Quoth when it is called. */
const NAME = 'app.quoth.Quoth';
const PATH = '/app/quoth/Quoth';
/** Who has the name keeps it: another data folder's application goes without. */
const DO_NOT_QUEUE = 4;
const token = activationToken.optional().catch(undefined);
const platformTokens = z.object({ 'activation-token': token, 'desktop-startup-id': token });
/** A selection in a file manager. */
const MAX_FILES = 1_000;

export interface DbusApplicationOptions {
  readonly bus: SessionBus;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly openWindow: (token: string | undefined) => Promise<unknown>;
  readonly logger: Logger;
}

/**
 * What a desktop or another program asks of Quoth over D-Bus: its window, files to transcribe, a dictation
 * (org.freedesktop.Application).
 */
export class DbusApplication {
  readonly #options: DbusApplicationOptions;
  #exported: ExportRegistration | undefined;
  #named: NameRegistration | undefined;

  constructor(options: DbusApplicationOptions) {
    this.#options = options;
  }

  /** Takes the name; where that is not possible, Quoth works without it. */
  async open(): Promise<void> {
    const { bus, logger } = this.#options;
    try {
      const connection = await bus.connection();
      if (!connection || this.#exported) return;
      const platformData = 'a{sv}';
      this.#exported = await connection.export(
        PATH,
        defineInterface({
          name: 'org.freedesktop.Application',
          methods: {
            Activate: {
              in: { platform_data: platformData },
              handler: ({ platform_data: data }: Called) => this.#openWindow(data),
            },
            Open: {
              in: { uris: 'as', platform_data: platformData },
              handler: ({ uris, platform_data: data }: Called & { readonly uris: readonly string[] }) =>
                this.#openFiles(uris, data),
            },
            ActivateAction: {
              in: { action_name: 's', parameter: 'av', platform_data: platformData },
              handler: ({
                action_name: action,
                platform_data: data,
              }: Called & { readonly action_name: string }) => {
                if (action === 'dictate') this.#run(['dictate', 'toggle'], undefined);
                else this.#openWindow(data);
              },
            },
          },
        }),
      );
      this.#named = await connection.ownName(NAME, DO_NOT_QUEUE);
    } catch (error) {
      logger.warn({ error }, 'Quoth has no name on the session bus.');
    }
  }

  async close(): Promise<void> {
    // The bus may be gone already; with the connection it takes both back by itself.
    await this.#named?.release().catch(() => undefined);
    await this.#exported?.remove().catch(() => undefined);
  }

  #openWindow(data: unknown): void {
    const { openWindow, logger } = this.#options;
    openWindow(tokenIn(data)).catch((error: unknown) =>
      logger.warn({ error }, 'A window could not be opened.'),
    );
  }

  #openFiles(uris: readonly string[], data: unknown): void {
    const files = uris.slice(0, MAX_FILES).flatMap((uri) => {
      const url = URL.parse(uri);
      return url?.protocol === 'file:' && url.hostname === '' ? [fileURLToPath(url)] : [];
    });
    if (files.length === 0) this.#openWindow(data);
    else this.#run(['open', '--', ...files], tokenIn(data));
  }

  /** The command that the entry in the menu has for it. */
  #run(words: readonly string[], token: string | undefined): void {
    const { program, args } = launchCommand('linux', words);
    const child = spawn(program, [...args], {
      env: { ...this.#options.env, ...(token && { XDG_ACTIVATION_TOKEN: token }) },
      detached: true,
      stdio: 'ignore',
    });
    child.on('error', (error) => this.#options.logger.warn({ error }, 'A command could not be started.'));
    child.unref();
  }
}

interface Called {
  readonly platform_data: unknown;
}

/** What lets the window come to the front, as the caller's desktop gave it. */
function tokenIn(platformData: unknown): string | undefined {
  const token = platformTokens.safeParse(platformData).data;
  return token?.['activation-token'] ?? token?.['desktop-startup-id'];
}
