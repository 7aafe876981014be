import { Argument } from 'commander';
import { completionScript, shells } from '../completion-script.ts';
import type { Register } from '../register.ts';

/** `quoth completion bash|zsh|fish`: the script on stdout, with what to do with it in its first lines. */
export const completion: Register = (command, environment) => {
  command
    .addArgument(new Argument('<shell>', 'the shell to complete in').choices(shells))
    .addHelpText('after', '\nExamples:\n  source <(quoth completion bash)\n  quoth completion fish | source')
    .action((shell: (typeof shells)[number]) => {
      const program = command.parent;
      if (program) environment.stdout.write(completionScript(shell, program));
    });
};
