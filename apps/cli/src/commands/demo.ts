import { runCloudDemo } from '../demo/run-cloud-demo.ts';
import { runDemo } from '../demo/run-demo.ts';
import type { Register } from '../register.ts';

interface DemoOptions {
  readonly once?: boolean;
  readonly json?: boolean;
  readonly simulatedCloud?: boolean;
}

/** `quoth demo`: the main job on real speech, in a data folder of its own. */
export const demo: Register = (command, environment) => {
  command
    .option('--once', 'exit after the transcriptions instead of staying up')
    .option(
      '--simulated-cloud',
      'show cloud providers, with a simulated cloud on this machine that needs no real key',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  quoth demo\n  quoth demo --once\n  quoth demo --simulated-cloud --once',
    )
    .action(async ({ once = false, json = false, simulatedCloud }: DemoOptions) => {
      const run = simulatedCloud ? runCloudDemo : runDemo;
      await run(environment, { once, json });
    });
};
