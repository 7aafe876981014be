import { writeFile } from 'node:fs/promises';
import { transcriptFormats } from '@quoth/contract';
import { Option } from 'commander';
import type { Register } from '../command-table.ts';
import { printResult, table } from '../print.ts';
import { modeId } from './modes.ts';

interface SearchOptions {
  since?: string;
  until?: string;
  status?: 'completed' | 'failed' | 'cancelled' | 'pending';
  mode?: string;
  limit?: string;
  offset?: string;
  json?: boolean;
}

/** `quoth recordings search|show|export|delete|retranscribe`. */
export const recordings: Register = (command, environment) => {
  command
    .command('search [text]')
    .description('search past transcripts, newest first')
    .option('--since <time>', 'from this time on (ISO 8601)')
    .option('--until <time>', 'before this time')
    .addOption(new Option('--status <status>').choices(['completed', 'failed', 'cancelled', 'pending']))
    .option('--mode <mode>', 'name or id of a mode')
    .option('--limit <count>', 'at most so many')
    .option('--offset <count>', 'leave out the first ones')
    .action(async (text: string | undefined, { json, ...query }: SearchOptions) => {
      const client = await environment.openOrStart();
      const body = await client.searchRecordings({
        query: { ...query, ...(text === undefined ? {} : { q: text }) },
      });
      printResult(environment, json, body, () =>
        table(body.recordings.map((item) => [item.id, item.date, item.status, item.text.slice(0, 80)])),
      );
    });
  command
    .command('show <id>')
    .description('one recording')
    .action(async (id: string, options: { json?: boolean }) => {
      const body = await (await environment.openOrStart()).getRecording({ params: { id } });
      const { recording } = body;
      printResult(environment, options.json, body, () =>
        [`${recording.date}  ${recording.status}  ${recording.duration} s`, recording.text].join('\n'),
      );
    });
  command
    .command('export <id>')
    .description('the transcript as a file, or the audio')
    .addOption(new Option('--format <format>').choices([...transcriptFormats, 'audio']).default('txt'))
    .option('--output <file>', 'write there instead of to standard output')
    .action(async (id: string, options: ExportOptions) => {
      const client = await environment.openOrStart();
      const response =
        options.format === 'audio'
          ? await client.getRecordingAudio({ params: { id } })
          : await client.getTranscript({ params: { id, format: options.format } });
      if (options.output !== undefined && response.body)
        await writeFile(options.output, response.body, { flag: 'wx', mode: 0o600 });
      else environment.stdout.write(await response.text());
      if (options.output !== undefined && options.json)
        printResult(environment, true, { ok: true, output: options.output }, () => '');
    });
  command
    .command('delete <id>')
    .description('move a recording to the trash')
    .action(async (id: string, options: { json?: boolean }) => {
      const body = await (await environment.openOrStart()).deleteRecording({ params: { id } });
      printResult(environment, options.json, body, () => 'Moved to the trash, where it stays for 30 days.');
    });
  command
    .command('retranscribe <id>')
    .description('transcribe the kept audio again')
    .option('--mode <mode>', 'name or id of a mode')
    .option('--model <id>', 'a model of "quoth models list"')
    .option('--language <tag>', 'such as en, or auto')
    .action(
      async (id: string, options: { mode?: string; model?: string; language?: string; json?: boolean }) => {
        const client = await environment.openOrStart();
        const { json, mode, ...rest } = options;
        const mode_id = mode === undefined ? undefined : await modeId(client, mode);
        const body = await client.retranscribe({
          params: { id },
          body: { ...rest, ...(mode_id === undefined ? {} : { mode_id }) },
          signal: environment.signal,
        });
        printResult(environment, json, body, () => ('text' in body ? body.text : body.recording_id));
      },
    );
  command.addHelpText(
    'after',
    '\nExamples:\n  quoth recordings search invoice --limit 5\n  quoth recordings export <id> --format srt --output talk.srt',
  );
};

interface ExportOptions {
  format: (typeof transcriptFormats)[number] | 'audio';
  output?: string;
  json?: boolean;
}
