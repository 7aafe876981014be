import { ownCommand, readCommandLine } from './read-config.ts';

const usage = `Usage: ${ownCommand} <command>

  start                               listen; the configuration is gateway.json in the data folder, or --config FILE
                                      (--json: one line of JSON once it listens, for programs)
  demo                                everything at once on this machine, with stand-ins for the vendors

With a running gateway, and its admin key (amounts are in the gateway's currency):
  add-account NAME                    an account; prints its id
  add-token ACCOUNT NAME              a token, shown once  (--daily-budget, --total-budget)
  grant ACCOUNT AMOUNT                credit, such as 10.00  (--key: made once under this key; --note)
  set-price VENDOR MODEL              --per-minute 0.006 [--minimum-seconds --rounding-seconds]
                                      or --per-million-input 0.10 --per-million-output 0.40; MODEL may be "*"
  revoke-token ACCOUNT TOKEN          ends a token at once
  close-account ACCOUNT               ends all of its tokens
  reverse REQUEST AMOUNT              gives a charge back, once at most  (--note)
  switch VENDOR speech|text on|off    whether a vendor is asked
  account ACCOUNT                     one account with its tokens and usage, as JSON
  accounts | vendors | prices | books | log   what there is, as JSON

Options: --data-folder FOLDER  --config FILE  --host HOST  --port PORT  --behind-proxy  --url URL
Keys come from files or the environment, never from arguments: apps/gateway/README.md.`;

const line = (() => {
  try {
    return readCommandLine(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return undefined;
  }
})();

if (!line) process.exitCode = 2;
else if (line.command === 'help') console.log(usage);
else {
  try {
    if (line.command === 'start') await (await import('./commands/start.ts')).start(line);
    else if (line.command === 'demo') await (await import('./commands/demo.ts')).demo();
    else {
      const known = await (await import('./commands/administer.ts')).administer(line);
      if (!known) {
        console.error(`There is no command "${line.command}".\n\n${usage}`);
        process.exitCode = 2;
      }
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
