import { Argument, type Command } from 'commander';
import type { Register } from '../environment.ts';

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

/** Shells that completion is made for. */
const shells = ['bash', 'zsh', 'fish'] as const;

/** A completion script for every command, subcommand and option of the program. */
export function completionScript(shell: (typeof shells)[number], program: Command): string {
  const places = placesOf(program, '');
  if (shell === 'bash') return bash(places);
  return shell === 'zsh' ? zsh(places) : fish(places);
}

interface Place {
  /** Commands typed so far, such as `modes edit`. */
  readonly path: string;
  readonly words: readonly string[];
}

function placesOf(command: Command, path: string): Place[] {
  const words = [
    ...command.commands.map((child) => child.name()),
    ...command.options.flatMap((option) => (option.long ? [option.long] : [])),
    ...command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
    '--help',
  ];
  const below = command.commands.flatMap((child) => placesOf(child, `${path} ${child.name()}`.trim()));
  return [{ path, words }, ...below];
}

function cases(places: readonly Place[]): string {
  return places.map((place) => `    "${place.path}") words="${place.words.join(' ')}" ;;`).join('\n');
}

function bash(places: readonly Place[]): string {
  return `# Quoth completion for bash. Add to ~/.bashrc: source <(quoth completion bash)
_quoth() {
  local words="" path="" part
  local current="\${COMP_WORDS[COMP_CWORD]}"
  for part in "\${COMP_WORDS[@]:1:2}"; do
    case "$part" in -*|"$current") ;; *) path="\${path:+$path }$part" ;; esac
  done
  while :; do
    case "$path" in
${cases(places)}
    esac
    [ -n "$words" ] && break
    case "$path" in *" "*) path="\${path% *}" ;; *) break ;; esac
  done
  COMPREPLY=( $(compgen -W "$words" -- "$current") )
}
complete -o default -F _quoth quoth
`;
}

function zsh(places: readonly Place[]): string {
  return `#compdef quoth
# Quoth completion for zsh. Add to ~/.zshrc after compinit: source <(quoth completion zsh)
_quoth() {
  local list="" place="" part
  local -i index
  for (( index = 2; index < CURRENT && index < 4; index++ )); do
    part="\${words[index]}"
    [[ "$part" == -* ]] || place="\${place:+$place }$part"
  done
  while true; do
    case "$place" in
${cases(places).replaceAll('words=', 'list=')}
    esac
    [[ -n "$list" || "$place" != *" "* ]] && break
    place="\${place% *}"
  done
  compadd -- \${(z)list}
  [[ "\${words[CURRENT]}" == -* ]] || _files
}
compdef _quoth quoth
`;
}

function fish(places: readonly Place[]): string {
  const lines = places.map((place) => {
    const parts = place.path.split(' ').filter((part) => part !== '');
    const seen = parts.map((part) => `__fish_seen_subcommand_from ${part}`).join('; and ');
    return `complete -c quoth -n '${seen || '__fish_use_subcommand'}' -a '${place.words.join(' ')}'`;
  });
  return `# Quoth completion for fish. Save as ~/.config/fish/completions/quoth.fish\n${lines.join('\n')}\n`;
}
