import { type Client, QuothError } from '@quoth/client';
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
        const body = enabled ? await wyomingOn(client) : await client.switchWyoming({ body: { enabled } });
        printNotice(environment, options.json, body, () => describeWyoming(body.wyoming));
      });
  }
  command
    .command('status')
    .description('Show whether the Wyoming listener is on, and its port')
    .action(async (options: { json?: boolean }) => {
      const { wyoming: state } = await (await environment.open()).getApplication();
      printNotice(environment, options.json, { ok: true, wyoming: state }, () => describeWyoming(state));
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

/** Switches the Wyoming listener on. Throws NO_CONNECTION where nothing listens, although the choice is saved. */
export async function wyomingOn(client: Client) {
  const body = await client.switchWyoming({ body: { enabled: true } });
  const { running, notices } = body.wyoming;
  if (running) return body;
  throw new QuothError('NO_CONNECTION', {
    message: notices[0]?.message ?? 'The Wyoming listener could not be switched on.',
    hint: notices[0]?.hint,
  });
}

export function describeWyoming({ running, enabled, port, connections, notices }: WyomingState): string {
  const first = running
    ? `The Wyoming listener is on: 127.0.0.1:${port}, ${connections === 1 ? '1 connection' : `${connections} connections`} open.`
    : `The Wyoming listener is off${enabled ? ', although it is switched on' : ''}.`;
  return [first, ...notices.map(({ message, hint }) => `${message}${hint ? ` ${hint}` : ''}`)].join('\n');
}
