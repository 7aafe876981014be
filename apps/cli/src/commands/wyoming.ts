import { QuothError } from '@quoth/client';
import type { WyomingState } from '@quoth/contract';
import { openToStay } from '../application/stop.ts';
import type { Register } from '../environment.ts';
import { printNotice } from '../terminal/print.ts';

/** `quoth wyoming on|off|status`. */
export const wyoming: Register = (command, environment) => {
  for (const enabled of [true, false]) {
    const name = enabled ? 'on' : 'off';
    command
      .command(name)
      .description(`Turn ${name} the Wyoming listener, now and at every start`)
      .action(async (options: { json?: boolean }) => {
        const client = enabled
          ? (await openToStay(environment, true)).client
          : await environment.openOrStart();
        const body = await client.switchWyoming({ body: { enabled } });
        if (enabled && !body.wyoming.running) throw staysOff(body.wyoming);
        printNotice(environment, options.json, body, () => describe(body.wyoming));
      });
  }
  command
    .command('status')
    .description('Show whether the Wyoming listener is on, and its port')
    .action(async (options: { json?: boolean }) => {
      const { wyoming: state } = await (await environment.open()).getApplication();
      printNotice(environment, options.json, { ok: true, wyoming: state }, () => describe(state));
    });
  command.addHelpText(
    'after',
    `
Home Assistant can then use Quoth as its speech-to-text engine (integration "Wyoming Protocol"). Quoth listens on this machine only; for
Home Assistant on another machine, docs/wyoming.md shows an SSH tunnel. The protocol has no passwords: while it is on, any program that you run
can have speech transcribed, by models on this machine unless you choose a mode for Wyoming.

Examples:
  quoth wyoming on
  quoth settings set wyomingPort 10301
  quoth settings set saveWyomingTranscriptions true`,
  );
};

/** The choice is saved, but nothing listens. */
function staysOff({ notices: [notice] }: WyomingState): QuothError {
  return new QuothError('NO_CONNECTION', {
    message: notice?.message ?? 'The Wyoming listener could not be switched on.',
    hint: notice?.hint,
  });
}

function describe({ running, enabled, port, connections, notices }: WyomingState): string {
  const first = running
    ? `The Wyoming listener is on: 127.0.0.1:${port}, ${connections === 1 ? '1 connection' : `${connections} connections`} open.`
    : `The Wyoming listener is off${enabled ? ', although it is switched on' : ''}.`;
  return [first, ...notices.map(({ message, hint }) => `${message}${hint ? ` ${hint}` : ''}`)].join('\n');
}
