import { pathToFileURL } from 'node:url';
import { type Client, QuothError } from '@quoth/client';
import type { ApiServerState } from '@quoth/contract';
import { openerOf, startApart } from '@quoth/processes/programs';
import { openToStay } from '../application/stop.ts';
import type { Register } from '../environment.ts';
import { printNotice } from '../terminal/print.ts';

/** `quoth api on|off|status|token|openapi|docs`. */
export const api: Register = (command, environment) => {
  for (const enabled of [true, false]) {
    const name = enabled ? 'on' : 'off';
    const one = command.command(name).description(`Turn ${name} the local API`);
    if (enabled)
      one
        .option('--socket', 'also at a Unix socket, for programs in containers')
        .option('--no-socket', 'not at a Unix socket any more');
    one.action(async (options: { json?: boolean; socket?: boolean }) => {
      const client = enabled ? (await openToStay(environment, true)).client : await environment.openOrStart();
      if (options.socket !== undefined)
        await client.updateSettings({ body: { apiContainerSocket: options.socket } });
      const body = enabled ? await apiOn(client) : await client.switchApiServer({ body: { enabled } });
      printNotice(environment, options.json, body, () => describeApi(body.api_server));
    });
  }
  command
    .command('status')
    .description('Show whether it is on, and its address')
    .action(async (options: { json?: boolean }) => {
      const { api_server } = await (await environment.open()).getApplication();
      printNotice(environment, options.json, { ok: true, api_server }, () => describeApi(api_server));
    });
  command
    .command('token')
    .description('Print the bearer token')
    .option('--regenerate', 'create a new one; the old one stops working at once')
    .action(async (options: { regenerate?: boolean; json?: boolean }) => {
      const client = await environment.openOrStart();
      const body = options.regenerate ? await client.regenerateToken() : await client.getToken();
      printNotice(environment, options.json, body, () => body.token);
    });
  command
    .command('openapi')
    .description('Print the API as OpenAPI 3.1')
    .action(async () => {
      const body = await (await environment.openOrStart()).getOpenApi();
      printNotice(environment, true, body, () => '');
    });
  command
    .command('docs')
    .description('Open the API reference in the browser')
    .option('--print-path', 'print the path of the page instead of opening it')
    .action(async (options: { printPath?: boolean; json?: boolean }) => {
      const { config } = environment;
      const path = config.referencePage;
      const opened = !options.printPath && (await openInBrowser(path, config));
      printNotice(environment, options.json, { ok: true, path, opened }, () => path);
    });
  command.addHelpText(
    'after',
    '\nExamples:\n  quoth api on\n  quoth api on --socket\n  quoth api token --regenerate\n  quoth api openapi > openapi.json\n  quoth api docs',
  );
};

/**
 * Switches the local API on. Throws NO_CONNECTION where it stays off: a script that continued would fail later and less
 * clearly.
 */
export async function apiOn(client: Client, thisRunOnly = false) {
  const body = await client.switchApiServer({ body: { enabled: true, this_run_only: thisRunOnly } });
  const { running, notices } = body.api_server;
  if (running) return body;
  throw new QuothError('NO_CONNECTION', {
    message: notices[0]?.message ?? 'The local API could not be switched on.',
    hint: notices[0]?.hint,
  });
}

export function describeApi(state: ApiServerState): string {
  const first = state.running
    ? `The local API is on: http://127.0.0.1:${state.port}`
    : 'The local API is off.';
  const file = state.running ? [`Discovery file: ${state.discovery_file}`] : [];
  const socket = state.container_socket === null ? [] : [`Socket for containers: ${state.container_socket}`];
  return [first, ...file, ...socket, ...state.notices.map((notice) => notice.message)].join('\n');
}

/** What tells how this system opens a page. */
interface BrowserEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The system's opener answers at once, or is itself the browser and stays. */
const FAILS_WITHIN_MS = 3_000;

/** Opens a file in the user's browser. False where there is no screen, no opener, or the opener says that it failed. */
export async function openInBrowser(path: string, { platform, env }: BrowserEnvironment): Promise<boolean> {
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return false;
  return startApart(openerOf(platform, pathToFileURL(path).href), env, FAILS_WITHIN_MS);
}
