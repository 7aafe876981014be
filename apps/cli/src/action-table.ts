import { type Action, type ActionPauseReason, type ActionRun, plainText } from '@quoth/contract';
import { localTime } from './local-time.ts';
import { table } from './print.ts';
import { shortId } from './short-id.ts';

const paused: Readonly<Record<ActionPauseReason, string>> = {
  user: 'paused',
  failures: 'paused: it failed repeatedly',
  gone: 'paused: its address is gone',
};

/** Actions one a line: what each does, for which recordings, and how it is. */
export function actionTable(actions: readonly Action[]): string {
  if (actions.length === 0)
    return 'There are no actions yet. Add one: quoth actions add "Daily note" --append "~/Notes/{{date}}.md"';
  const rows = actions.map((action) => [
    action.name,
    workInWords(action),
    action.sources.join(','),
    action.modes === null ? 'all modes' : `${action.modes.length} modes`,
    action.paused === null ? 'on' : paused[action.paused.reason],
    action.waiting === 0 ? '' : `${action.waiting} waiting`,
  ]);
  return table([['Action', 'Does', 'For', 'Modes', 'State', ''], ...rows]);
}

function workInWords({ does }: Action): string {
  switch (does.kind) {
    case 'program':
      return `runs ${does.command.map((part) => (/^[\w@%+=:,./~-]+$/.test(part) ? part : JSON.stringify(part))).join(' ')}`;
    case 'webhook':
      return `posts to ${does.url}`;
    case 'file':
      return `adds to ${does.path}`;
  }
}

/** Runs with their attempts and what came back. */
export function runsInWords(runs: readonly ActionRun[]): string {
  return runs.map(runInWords).join('\n');
}

function runInWords(run: ActionRun): string {
  const next =
    run.next_at !== null
      ? `, next attempt ${localTime(run.next_at)}`
      : run.state === 'waiting'
        ? ', until the action is resumed'
        : '';
  const head = `${run.action_name}: ${run.state}${next} (run ${shortId(run.id)}, recording ${shortId(run.recording_id)})`;
  const attempts = run.attempts.map(({ number, started_at, outcome, message, output }) => {
    const line = `  ${number}. ${localTime(started_at)}  ${outcome}${message === '' ? '' : `: ${message}`}`;
    const printed = output === '' ? [] : output.split('\n').map((text) => `     | ${text}`);
    return [line, ...printed].join('\n');
  });
  return plainText([head, ...attempts].join('\n'));
}
