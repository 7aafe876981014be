import type { ApplicationState } from '@quoth/contract';
import type { Register } from '../command-table.ts';
import { endAndWait, openIfRunning, openToStay } from '../open-to-stay.ts';
import { printResult } from '../print.ts';

/** `quoth start`: starts the application, or says that it runs already. */
export const start: Register = (command, environment) => {
  command
    .option('--headless', 'without a window')
    .addHelpText('after', '\nExamples:\n  quoth start\n  quoth start --headless')
    .action(async (options: { headless?: boolean; json?: boolean }) => {
      const { client, running } = await openToStay(environment, options.headless ?? false);
      const state = await client.getApplication();
      const verb = running ? 'Quoth is already running' : 'Quoth is running';
      printResult(
        environment,
        options.json,
        state,
        () => `${verb} (pid ${state.pid}, since ${state.started_at}).`,
      );
    });
};

/** `quoth stop`: ends it cleanly; exit code 0 also when nothing runs. */
export const stop: Register = (command, environment) => {
  command.addHelpText('after', '\nExamples:\n  quoth stop').action(async (options: { json?: boolean }) => {
    const client = await openIfRunning(environment);
    const body = client ? await endAndWait(client) : { ok: true };
    printResult(environment, options.json, body, () =>
      client ? 'Quoth has ended.' : 'Quoth is not running.',
    );
  });
};

/** `quoth status`: exit code 3 when it is not running. */
export const status: Register = (command, environment) => {
  command
    .addHelpText('after', '\nExamples:\n  quoth status\n  quoth status --json')
    .action(async (options: { json?: boolean }) => {
      const state = await (await environment.open()).getApplication();
      printResult(environment, options.json, state, () => describe(state));
    });
};

function describe(state: ApplicationState): string {
  const { api_server: server, queue, engines } = state;
  const notices = [...state.notices, ...server.notices].map(
    (notice) => `${notice.message}${notice.hint ? ` ${notice.hint}` : ''}`,
  );
  return [
    `Quoth ${state.app_version} runs (pid ${state.pid}, since ${state.started_at}, ${Math.round(state.memory_mb)} MB).`,
    `Local API: ${server.running ? `on, http://127.0.0.1:${server.port}` : 'off'}`,
    `Queue: ${queue.running} running, ${queue.waiting} waiting`,
    ...engines.filter(({ loaded }) => loaded).map(inMemory),
    `Data: ${state.data_folder}`,
    ...notices,
  ].join('\n');
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
