import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, QuothError } from '@quoth/client';
import {
  type Delivery,
  type Dictation,
  deliveries,
  type Finding,
  type KeyboardPermission,
  type Question,
  type ShortcutAction,
  type Shortcuts,
  shortcutActions,
  shortcutSettings,
} from '@quoth/contract';
import { type Command, Option } from 'commander';
import { type BoundShortcut, readBound } from '../bind/plan.ts';
import type { CliEnvironment, Register } from '../environment.ts';
import { modeNamed } from '../terminal/choices.ts';
import { printNote, printNotice, printResult } from '../terminal/print.ts';
import { RewritingReport, wantedRewriting } from '../transcribing/rewriting.ts';
import { bindCommand } from './dictate-bind.ts';
import { endings, failureOf } from './record.ts';

interface StartFlags {
  readonly mode?: string;
  readonly delivery?: Delivery;
  readonly private?: boolean;
  readonly send?: boolean;
  readonly json?: boolean;
}

/**
 * `quoth dictate start|stop|toggle|cancel|status`: the recorder of the running application, for a desktop's own
 * shortcuts.
 */
export const dictate: Register = (command, environment) => {
  const start = (name: 'start' | 'toggle', description: string) =>
    withStartOptions(command.command(name).description(description)).action(async (options: StartFlags) => {
      const client = await environment.openOrStart();
      const mode = options.mode === undefined ? undefined : await modeNamed(client, options.mode);
      const { delivery, private: isPrivate, send } = options;
      const body = { mode_id: mode?.id, delivery, private: isPrivate, send };
      const answer = await (name === 'start'
        ? client.startDictation({ body })
        : client.toggleDictation({ body }));
      printResult(environment, options.json, answer, () => describeDictation(answer.dictation));
    });
  start('start', 'Start recording');
  start('toggle', 'Start recording, or stop the current recording');
  command
    .command('stop')
    .description('Stop recording; the text follows')
    .option('--wait', 'wait for the text and print it')
    .action(async (options: { wait?: boolean; json?: boolean }) => stop(environment, options));
  command
    .command('cancel')
    .description(
      'Discard the recording, or the last one still being processed; "undo" restores it for 10 seconds',
    )
    .action(async (options: { json?: boolean }) => {
      const answer = await (await environment.open()).cancelDictation();
      printResult(environment, options.json, answer, () =>
        answer.dictation.recording === null
          ? 'Discarded. To restore it within 10 seconds: quoth dictate undo'
          : 'Discarded.',
      );
    });
  command
    .command('undo')
    .description('Restore the recording that was discarded last, for 10 seconds, and transcribe it')
    .action(async (options: { json?: boolean }) => {
      const client = await environment.open();
      const id = await lastDiscarded(client, environment.signal);
      if (id === undefined)
        throw new QuothError('RECORDING_NOT_FOUND', {
          message: 'No recording was discarded in the last 10 seconds.',
          hint: 'After that, a discarded recording is deleted permanently.',
        });
      const answer = await client.undoDiscard({ params: { id } });
      printResult(environment, options.json, answer, () => 'Restored. It is being transcribed.');
    });
  command
    .command('status')
    .description('Show the current recording, those still being processed, and the keys in use')
    .action(async (options: { json?: boolean }) => {
      const client = await environment.open();
      const [answer, { shortcuts }, { findings }] = await Promise.all([
        client.getDictation({}),
        client.getShortcuts({}),
        client.examineDesktop(),
      ]);
      printNotice(environment, options.json, { ...answer, shortcuts, findings }, () =>
        [
          describeDictation(answer.dictation),
          // Without a screen there is no desktop to bind keys in; the finding says what to do.
          ...(findings.some(({ id }) => id === 'display')
            ? []
            : describeShortcuts(shortcuts, readBound(environment.config.dataFolder))),
          ...findings.map(missing),
        ].join('\n'),
      );
    });
  command
    .command('replaced')
    .description('Print the text that an edit by voice replaced in the last ten minutes')
    .argument('[id]', 'id of the recording; the last edit if omitted')
    .action(async (given: string | undefined, options: { json?: boolean }) => {
      const client = await environment.open();
      const id = given ?? (await client.getDictation({})).dictation.replaced.at(-1);
      if (id === undefined) {
        throw new QuothError('RECORDING_NOT_FOUND', {
          message: 'No edit by voice has replaced a text in the last ten minutes.',
          hint: 'The program that has the text may undo it.',
        });
      }
      const answer = await client.getReplacedText({ params: { id } });
      printResult(environment, options.json, answer, () => answer.text);
    });
  command
    .command('answer')
    .description("Answer a program's question: start recording, for that program only")
    .action(async (options: { json?: boolean }) => {
      const client = await environment.open();
      const answer = await client.answerQuestion({ params: { id: await askedNow(client) } });
      const { name } = answer.question.program;
      printResult(
        environment,
        options.json,
        answer,
        () => `Recording for ${name}. "quoth dictate stop" sends it.`,
      );
    });
  command
    .command('decline')
    .description("Decline a program's question")
    .action(async (options: { json?: boolean }) => {
      const client = await environment.open();
      const answer = await client.declineQuestion({ params: { id: await askedNow(client) } });
      printResult(
        environment,
        options.json,
        answer,
        () => `Declined. ${answer.question.program.name} was notified.`,
      );
    });
  command
    .command('allow-writing')
    .description('Have the desktop ask whether Quoth may write at the cursor, for GNOME on Wayland')
    .action(async (options: { json?: boolean }) => allowWriting(environment, options));
  bindCommand(command, environment);
  command.addHelpText(
    'after',
    '\nExamples:\n  quoth dictate toggle\n  quoth dictate start --mode email --delivery copy\n  quoth dictate stop --wait\n  quoth dictate bind Super+D',
  );
};

const LOOK_MS = 500;
/** How long the file of a recording that was discarded just now may take to be complete. */
const DISCARDING_MS = 3_000;
const DISCARDING_LOOK_MS = 100;

/** The recording that was discarded last and can be restored. */
async function lastDiscarded(client: Client, signal: AbortSignal): Promise<string | undefined> {
  const end = performance.now() + DISCARDING_MS;
  for (;;) {
    const { discarded, processing } = (await client.getDictation({})).dictation;
    const isToCome = processing.at(-1)?.phase === 'cancelled' && performance.now() < end;
    if (discarded.length > 0 || !isToCome) return discarded.at(-1);
    await sleep(DISCARDING_LOOK_MS, undefined, { signal });
  }
}

/** Explains the desktop's dialog before it comes, because it names no program and its switch is off. */
async function allowWriting(environment: CliEnvironment, options: { json?: boolean }): Promise<void> {
  const client = await environment.openOrStart();
  let { permission, dialog } = await client.getKeyboardPermission();
  if (permission !== 'allowed' && permission !== 'unavailable') {
    printNote(
      environment,
      dialog === 'kde'
        ? 'Your desktop now shows the dialog “Remote control requested”. Press Share.'
        : 'Your desktop now shows the dialog “Remote Desktop”. Switch on “Allow Remote Interaction” and press Share.',
    );
    ({ permission } = await client.askKeyboardPermission());
    while (permission === 'asking') {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      ({ permission } = await client.getKeyboardPermission());
    }
  }
  printResult(environment, options.json, { ok: true, permission }, () => permissions[permission]);
}

const permissions: Readonly<Record<KeyboardPermission, string>> = {
  allowed: 'Allowed: texts are written at the cursor.',
  asking: 'Your desktop is still asking.',
  'not-asked': 'The dialog was closed without an answer: texts are copied. Run this again to be asked again.',
  refused: 'Declined: texts are copied. Run this again to be asked again.',
  unavailable: 'Nothing has to be allowed on this desktop.',
};

/** The id of the question that is open. */
async function askedNow(client: Client): Promise<string> {
  const { question } = (await client.getDictation({})).dictation;
  if (question) return question.id;
  throw new QuothError('QUESTION_NOT_FOUND', {
    message: 'No program is asking to record.',
    hint: '"quoth dictate status" shows a question while it is open.',
  });
}

function withStartOptions(command: Command): Command {
  return command
    .option('--mode <mode>', 'name or id of a mode; the default mode if omitted')
    .addOption(new Option('--delivery <where>', 'where the text goes').choices(deliveries))
    .option('--private', 'keep neither audio nor text')
    .option('--send', 'press Enter after the text, in the programs of the setting sendPrograms');
}

async function stop(
  environment: CliEnvironment,
  { wait, json }: { readonly wait?: boolean; readonly json?: boolean },
): Promise<void> {
  const client = await environment.open();
  const answer = await client.stopDictation();
  if (!wait) {
    printResult(environment, json, answer, () => 'Recording stopped; the text follows.');
    return;
  }
  const finished = await client.getProcessing({ params: { id: answer.id }, query: { wait: true } });
  const failure = failureOf(finished.processing);
  if (failure) throw failure;
  const { mode, warning, text } = finished.processing;
  const wanted = await wantedRewriting(client, { mode: mode.id });
  // The dictation may have been begun by a key, in the default mode: this command names none.
  const asked = { ...wanted, named: false };
  new RewritingReport(environment, asked, 'a mode without it, such as "Voice to text"').tell({
    warning,
    post_processed: warning === undefined,
  });
  printResult(environment, json, finished, () => text ?? '');
}

function describeDictation({ recording, processing, question, refusal, pre_roll }: Dictation): string {
  const lines = processing.map(({ mode, phase, error, ended_by }) =>
    [`${mode.name}: ${phase}.`, error?.message ?? [], endings[ended_by] ?? []].flat().join(' '),
  );
  if (recording) {
    const owner = recording.program ? `, for ${recording.program.name}` : '';
    const how = `${owner}${recording.private ? ', private' : ''}`;
    lines.unshift(`Recording from "${recording.device ?? '…'}" in mode ${recording.mode.name}${how}.`);
    lines.push(...recording.warnings.map(({ message }) => message));
  } else {
    const open = pre_roll ? ' The microphone is open for the pre-roll.' : '';
    lines.unshift(`Not recording.${open}${refusal ? ` ${refusal.message}` : ''}`);
  }
  if (question?.phase === 'asked') lines.push(describeQuestion(question));
  return lines.join('\n');
}

function describeQuestion({ program, question }: Question): string {
  const what = question === null ? `${program.name} wants to record.` : `${program.name} asks: ${question}`;
  return `${what}\n  "quoth dictate answer" starts recording, "quoth dictate decline" says no.`;
}

function missing({ title, detail, fix }: Finding): string {
  return `${title}: ${detail}${fix === undefined ? '' : `\n  ${fix}`}`;
}

const names: Readonly<Record<ShortcutAction, string>> = {
  toggle: 'begin and end',
  pushToTalk: 'hold to talk',
  cancel: 'give up',
  nextMode: 'next mode',
  pasteLast: 'paste the last',
  editSelection: 'edit the selection',
  send: 'begin and end, then send',
};

/** The keys in use, one a line, and what stands in the way of others with the command that fixes it. */
export function describeShortcuts(shortcuts: Shortcuts, bound: BoundShortcut | undefined): string[] {
  const byDesktop = bound ? [`Key: ${bound.shortcut}, begin and end (bound in ${bound.desktop})`] : [];
  if (shortcuts.way === 'none') {
    return bound
      ? byDesktop
      : ['Keys: none, because this desktop lets no program take them. Run: quoth dictate bind'];
  }
  const lines = shortcuts.keys.flatMap(({ action, shortcut, state, problem, trigger }, at) => {
    if (state === 'off' || shortcut === null) return [];
    const line = `Key: ${trigger ?? shortcut}, ${names[action]}`;
    if (state === 'active') return [line];
    return [
      `${line}: does not work. ${problem ?? ''}`.trim(),
      at < shortcutActions.length
        ? `  Choose another: quoth settings set ${shortcutSettings[action]} <keys>`
        : '  Choose another in Settings, or: quoth settings set moreShortcuts <list in JSON>',
    ];
  });
  return [...byDesktop, ...lines];
}
