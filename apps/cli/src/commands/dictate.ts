import { type Client, QuothError } from '@quoth/client';
import {
  type Delivery,
  type Dictation,
  deliveries,
  type Finding,
  type Processing,
  type Question,
} from '@quoth/contract';
import { type Command, Option } from 'commander';
import { readBound } from '../bind/bound-shortcut.ts';
import type { CliEnvironment } from '../environment.ts';
import { modeNamed } from '../mode-named.ts';
import { OutcomeTold } from '../outcome-told.ts';
import { printNotice, printResult } from '../print.ts';
import { endings } from '../record-speech.ts';
import type { Register } from '../register.ts';
import { shortcutsInWords } from '../shortcuts-in-words.ts';
import { wantedRewriting } from '../wanted-rewriting.ts';
import { bindCommand } from './dictate-bind.ts';

interface StartFlags {
  readonly mode?: string;
  readonly delivery?: Delivery;
  readonly private?: boolean;
  readonly json?: boolean;
}

/** `quoth dictate start|stop|toggle|cancel|status`: the recorder of the running application, for a desktop's own shortcuts. */
export const dictate: Register = (command, environment) => {
  const start = (name: 'start' | 'toggle', description: string) =>
    withStartOptions(command.command(name).description(description)).action(async (options: StartFlags) => {
      const client = await environment.openOrStart();
      const mode = options.mode === undefined ? undefined : await modeNamed(client, options.mode);
      const body = { mode_id: mode?.id, delivery: options.delivery, private: options.private };
      const answer = await (name === 'start'
        ? client.startDictation({ body })
        : client.toggleDictation({ body }));
      printResult(environment, options.json, answer, () => inWords(answer.dictation));
    });
  start('start', 'start recording');
  start('toggle', 'start recording, or stop the current recording');
  command
    .command('stop')
    .description('stop recording; the text follows')
    .option('--wait', 'wait for the text and print it')
    .action(async (options: { wait?: boolean; json?: boolean }) => stop(environment, options));
  command
    .command('cancel')
    .description('discard the recording, or the last one still being processed')
    .action(async (options: { json?: boolean }) => {
      const answer = await (await environment.open()).cancelDictation();
      printResult(
        environment,
        options.json,
        answer,
        () => 'Cancelled. Unless it is private, its audio is in the history.',
      );
    });
  command
    .command('status')
    .description('show the current recording, those still being processed, and the keys in use')
    .action(async (options: { json?: boolean }) => {
      const client = await environment.open();
      const [answer, { shortcuts }, { findings }] = await Promise.all([
        client.getDictation({}),
        client.getShortcuts({}),
        client.examineDesktop(),
      ]);
      printNotice(environment, options.json, { ...answer, shortcuts, findings }, () =>
        [
          inWords(answer.dictation),
          ...shortcutsInWords(shortcuts, readBound(environment.config.dataFolder)),
          ...findings.map(missing),
        ].join('\n'),
      );
    });
  command
    .command('replaced')
    .description('print the text that an edit by voice replaced in the last ten minutes')
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
    .description("answer a program's question: start recording, for that program only")
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
    .description("decline a program's question")
    .action(async (options: { json?: boolean }) => {
      const client = await environment.open();
      const answer = await client.declineQuestion({ params: { id: await askedNow(client) } });
      printResult(
        environment,
        options.json,
        answer,
        () => `Declined. ${answer.question.program.name} is told.`,
      );
    });
  bindCommand(command, environment);
  command.addHelpText(
    'after',
    '\nExamples:\n  quoth dictate toggle\n  quoth dictate start --mode email --delivery copy\n  quoth dictate stop --wait\n  quoth dictate bind Super+D',
  );
};

/** The id of the question that is open. */
async function askedNow(client: Client): Promise<string> {
  const { question } = (await client.getDictation({})).dictation;
  if (question) return question.id;
  throw new QuothError('INVALID_REQUEST', {
    message: 'No program asks anything now.',
    hint: '"quoth dictate status" shows when one does.',
  });
}

function withStartOptions(command: Command): Command {
  return command
    .option('--mode <mode>', 'name or id of a mode; the default mode if omitted')
    .addOption(new Option('--delivery <where>', 'where the text goes').choices(deliveries))
    .option('--private', 'keep neither audio nor text');
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
  const { mode, warning } = finished.processing;
  const wanted = await wantedRewriting(client, { mode: mode.id });
  // The dictation may have been begun by a key, in the default mode: this command names none.
  const asked = { ...wanted, named: false };
  new OutcomeTold(environment, asked, 'a mode without it, such as "Voice to text"').tell({
    warning,
    post_processed: warning === undefined,
  });
  printResult(environment, json, finished, () => textOf(finished.processing));
}

function inWords({ recording, processing, question, refusal, pre_roll }: Dictation): string {
  const lines = processing.map(({ mode, phase, error, ended_by }) =>
    [`${mode.name}: ${phase}${error ? ` (${error.message})` : ''}`, endings[ended_by] ?? []]
      .flat()
      .join('. '),
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
  if (question?.phase === 'asked') lines.push(askedInWords(question));
  return lines.join('\n');
}

function askedInWords({ program, question }: Question): string {
  const what = question === null ? `${program.name} wants to record.` : `${program.name} asks: ${question}`;
  return `${what}\n  "quoth dictate answer" starts recording, "quoth dictate decline" says no.`;
}

function missing({ title, detail, fix }: Finding): string {
  return `${title}: ${detail}${fix === undefined ? '' : `\n  ${fix}`}`;
}

function textOf({ text, error }: Processing): string {
  return text ?? error?.message ?? '';
}
