import type { AutostartState } from '@quoth/contract';
import { printNotice } from '../print.ts';
import type { Register } from '../register.ts';

/** `quoth autostart on|off|status`: whether the desktop starts Quoth at login. */
export const autostart: Register = (command, environment) => {
  for (const enabled of [true, false]) {
    command
      .command(enabled ? 'on' : 'off')
      .description(enabled ? 'start Quoth at login, without a window' : 'no longer start it at login')
      .action(async (options: { json?: boolean }) => {
        const client = await environment.openOrStart();
        const body = await client.switchAutostart({ body: { enabled } });
        printNotice(environment, options.json, body, () => describe(body.autostart));
      });
  }
  command
    .command('status')
    .description('whether it starts at login, and what says so')
    .action(async (options: { json?: boolean }) => {
      const body = await (await environment.openOrStart()).getAutostart();
      printNotice(environment, options.json, body, () => describe(body.autostart));
    });
  command.addHelpText('after', '\nExamples:\n  quoth autostart on\n  quoth autostart status --json');
};

function describe({ state, entry }: AutostartState): string {
  if (state === 'off') return 'Quoth does not start at login.';
  if (state === 'on') return `Quoth starts at login, without a window.\nEntry: ${entry}`;
  return `Another copy of Quoth starts at login, or this one on another data folder.\nEntry: ${entry}\n"quoth autostart on" starts this one instead.`;
}
