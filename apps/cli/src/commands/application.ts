import { type Client, QuothError } from '@quoth/client';
import { type ApplicationState, type AutostartState, wordsFor } from '@quoth/contract';
import { buildWindow } from '../application/build-window.ts';
import { followStatus } from '../application/follow.ts';
import {
  describeWork,
  endUnanswering,
  openIfRunning,
  openToStay,
  type StopFlags,
  stopApplication,
  type Unfinished,
} from '../application/stop.ts';
import type { Register } from '../environment.ts';
import { CommandEnded, exitCodes } from '../exit-codes.ts';
import type { CliConfig } from '../read-config.ts';
import { printNote, printNotice } from '../terminal/print.ts';
import { counted, localTime } from '../terminal/wording.ts';

/**
 * `quoth start`: starts the application if need be, and opens its window. One that a command started stays from now on.
 */
export const start: Register = (command, environment) => {
  command
    .option('--headless', 'without a window')
    .option(
      '--no-browser',
      'print an address for the window to open yourself; it works once, within a minute',
    )
    .addHelpText('after', '\nExamples:\n  quoth start\n  quoth start --headless\n  quoth start --no-browser')
    .action(async (options: { headless?: boolean; browser: boolean; json?: boolean }) => {
      const hasWindow = options.headless !== true;
      if (hasWindow) await buildWindow(environment);
      const { client, running } = await openToStay(environment, !hasWindow);
      const state = await client.getApplication();
      const verb = running ? 'Quoth is already running' : 'Quoth is running';
      const window = hasWindow ? await openWindow(client, environment.config, options.browser) : undefined;
      printNotice(environment, options.json, { ...state, ...(window && { window }) }, () =>
        [
          `${verb} (pid ${state.pid}, since ${localTime(state.started_at)}).`,
          ...(window ? [describeWindow(window)] : []),
        ].join('\n'),
      );
    });
};

type Window =
  | { readonly address: string | null; readonly browser: string | null }
  | { readonly problem: string };

/** The application runs either way: a window that cannot be shown is reported, but is not a failure. */
async function openWindow(client: Client, { activationToken }: CliConfig, browser: boolean): Promise<Window> {
  try {
    const { address, browser: name } = await client.openWindow({
      body: { browser, ...(activationToken && { activationToken }) },
    });
    return { address, browser: name };
  } catch (error) {
    if (!(error instanceof QuothError) || error.code !== 'WINDOW_UNAVAILABLE') throw error;
    return { problem: [error.message, wordsFor('commandLine', error.advice)].filter(Boolean).join(' ') };
  }
}

function describeWindow(window: Window): string {
  if ('problem' in window) return window.problem;
  return window.address ?? `Its window is open in ${window.browser}.`;
}

/** `quoth stop`: stops it cleanly; exit code 0 also if it is not running. */
export const stop: Register = (command, environment) => {
  command
    .option('--wait', 'finish work in progress first')
    .option('--now', 'do not ask: unfinished work continues at the next start')
    .addHelpText('after', '\nExamples:\n  quoth stop\n  quoth stop --wait')
    .action(async ({ json, ...flags }: StopFlags & { json?: boolean }) => {
      const nothing = { work: [], lost: 0 };
      let running = true;
      let ended: Unfinished | undefined = nothing;
      try {
        const client = await openIfRunning(environment);
        running = client !== undefined;
        if (client) ended = await stopApplication(environment, client, flags);
      } catch (error) {
        if (!(error instanceof QuothError) || error.code !== 'TIMEOUT') throw error;
        printNote(environment, error.message);
        running = await endUnanswering(environment);
      }
      printNotice(
        environment,
        json,
        { ok: true, running, stopped: running && ended !== undefined, work: ended?.work },
        () => {
          if (!running) return 'Quoth is not running.';
          if (!ended) return 'Quoth keeps running.';
          const { work, lost } = ended;
          const later = work.map(({ recording_id: id, name }) => `\n  ${name ?? 'a recording'} (${id})`);
          return [
            'Quoth has stopped.',
            ...(lost > 0
              ? [
                  `${counted(lost, 'transcription')} that was not to be kept ended with it: send the audio again.`,
                ]
              : []),
            ...(later.length > 0 ? [`At the next start, these continue:${later.join('')}`] : []),
          ].join(' ');
        },
      );
    });
};

/**
 * `quoth status`: exit code 3 when it is not running, 1 when it does not answer. With `--follow` it goes on until it is
 * ended.
 */
export const status: Register = (command, environment) => {
  command
    .option('--follow', 'print a line of JSON for each change, for a status bar; waits while Quoth is off')
    .addHelpText('after', '\nExamples:\n  quoth status\n  quoth status --json\n  quoth status --follow')
    .action(async (options: { follow?: boolean; json?: boolean }) => {
      if (options.follow) return followStatus(environment);
      const client = await openIfRunning(environment);
      if (!client) {
        printNotice(
          environment,
          options.json,
          { ok: true, running: false },
          () => 'Quoth is not running. Start it with "quoth start".',
        );
        throw new CommandEnded(exitCodes.notRunning);
      }
      const state = await client.getApplication();
      printNotice(environment, options.json, { ...state, running: true }, () => describe(state));
    });
};

function describe(state: ApplicationState): string {
  const { api_server: server, wyoming, queue, engines } = state;
  const notices = [...server.notices, ...wyoming.notices, ...state.notices].map(
    ({ message, hint }) => `${message}${hint ? ` ${hint}` : ''}`,
  );
  return [
    `Quoth ${state.app_version} runs (pid ${state.pid}, since ${localTime(state.started_at)}, ${Math.round(state.memory_mb)} MB)${state.ends_when_idle && !server.running && !wyoming.running ? '; it stops by itself when idle' : ''}.`,
    `Local API: ${server.running ? `on, http://127.0.0.1:${server.port}` : 'off'}`,
    wyoming.enabled ? `Wyoming: ${wyoming.running ? `on, 127.0.0.1:${wyoming.port}` : 'off'}` : '',
    `Queue: ${queue.running} running, ${queue.waiting} waiting`,
    describeWork(state),
    ...engines.filter(({ loaded }) => loaded).map(inMemory),
    `Data: ${state.data_folder}`,
    ...notices,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function inMemory({
  displayName,
  model,
  device,
  hosts,
  memory_mb,
}: ApplicationState['engines'][number]): string {
  const processes = hosts > 1 ? `, ${hosts} processes` : '';
  return `In memory: ${model ?? displayName} on ${device ?? 'an unknown device'} (${memory_mb ?? '?'} MB${processes})`;
}

/** `quoth autostart on|off|status`: whether the desktop starts Quoth at login. */
export const autostart: Register = (command, environment) => {
  for (const enabled of [true, false]) {
    command
      .command(enabled ? 'on' : 'off')
      .description(enabled ? 'Start Quoth at login, without a window' : 'Do not start Quoth at login')
      .action(async (options: { json?: boolean }) => {
        const client = await environment.openOrStart();
        const body = await client.switchAutostart({ body: { enabled } });
        printNotice(environment, options.json, body, () => describeAutostart(body.autostart));
      });
  }
  command
    .command('status')
    .description('Show whether Quoth starts at login, and by which entry')
    .action(async (options: { json?: boolean }) => {
      const body = await (await environment.openOrStart()).getAutostart();
      printNotice(environment, options.json, body, () => describeAutostart(body.autostart));
    });
  command.addHelpText('after', '\nExamples:\n  quoth autostart on\n  quoth autostart status --json');
};

function describeAutostart({ state, entry }: AutostartState): string {
  if (state === 'off') return 'Quoth does not start at login.';
  if (state === 'on') return `Quoth starts at login, without a window.\nEntry: ${entry}`;
  return `Another copy of Quoth starts at login, or this one on another data folder.\nEntry: ${entry}\n"quoth autostart on" starts this one instead.`;
}
