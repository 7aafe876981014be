import type { Register } from '../command-table.ts';
import { runDemo } from '../demo/run-demo.ts';

/** `quoth demo`: the main job on real speech, in a data folder of its own. */
export const demo: Register = (command, environment) => {
  command
    .option('--once', 'end after the transcriptions instead of staying up')
    .addHelpText('after', '\nExamples:\n  quoth demo\n  quoth demo --once')
    .action(async (options: { once?: boolean; json?: boolean }) => {
      await runDemo(environment, { once: options.once ?? false, json: options.json ?? false });
    });
};
