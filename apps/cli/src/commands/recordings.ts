import { type ActionRun, limits, presets, transcriptFormats } from '@quoth/contract';
import { Option } from 'commander';
import { runsInWords } from '../action-table.ts';
import { withCaptionOptions } from '../caption-options.ts';
import { printResult } from '../print.ts';
import { recordingId } from '../recording-id.ts';
import { recordingInWords } from '../recording-table.ts';
import { cancelRecordings } from '../recordings/cancel-recordings.ts';
import { type ExportOptions, exportRecording } from '../recordings/export-recording.ts';
import { type ListOptions, listRecordings, withListOptions } from '../recordings/list-recordings.ts';
import { deleteRecordings, purgeRecordings, restoreRecordings } from '../recordings/recordings-trash.ts';
import { type RetranscribeOptions, retranscribeRecording } from '../recordings/retranscribe-recording.ts';
import type { Register } from '../register.ts';

const ID = 'the first characters of its id are enough';

/** `quoth recordings list|search|show|export|cancel|retranscribe|delete|restore|purge`. */
export const recordings: Register = (command, environment) => {
  withListOptions(command.command('list').description('list past transcriptions, newest first'))
    .option('--trash', 'list what was deleted in the last 30 days')
    .action((options: ListOptions) => listRecordings(environment, undefined, options));
  withListOptions(command.command('search <text>').description('search texts and file names')).action(
    (text: string, options: ListOptions) => listRecordings(environment, text, options),
  );
  command
    .command('show <id>')
    .description(`show one recording; ${ID}`)
    .action(async (written: string, options: { json?: boolean }) => {
      const client = await environment.openOrStart();
      const id = await recordingId(client, written);
      const { recording } = await client.getRecording({ params: { id } });
      const { runs } = await client.listActionRuns({ query: { recording_id: id } });
      const body = { ok: true, recording, ...(runs.length > 0 && { action_runs: runs }) };
      printResult(environment, options.json, body, () =>
        [recordingInWords(recording, environment.config.program), ...actionsOf(runs)].join('\n'),
      );
    });
  withCaptionOptions(command.command('export <id>'))
    .description('export the transcript or the audio')
    .addOption(new Option('--format <format>').choices([...transcriptFormats, 'audio']).default('txt'))
    .option('--output <file>', 'write to this file instead of standard output')
    .option('--force', 'overwrite an existing file')
    .action((written: string, options: ExportOptions) => exportRecording(environment, written, options));
  command
    .command('cancel <id...>')
    .description('stop processing recordings; their audio is kept')
    .action((written: string[], options: { json?: boolean }) =>
      cancelRecordings(environment, written, options),
    );
  command
    .command('retranscribe <id>')
    .description('transcribe the kept audio again')
    .option('--mode <mode>', 'name or id of a mode')
    .option('--model <id>', 'a model from "quoth models list"')
    .option('--engine <name>', 'such as whisper, parakeet or pocketsphinx')
    .option('--language <tag>', 'such as en, or auto')
    .option('--rewrite', 'have a language model rewrite the text, even if the mode does not')
    .option('--no-rewrite', "skip the mode's rewriting")
    .addOption(
      new Option('--preset <preset>', 'rewrite with this preset, whatever the mode says').choices(presets),
    )
    .action((written: string, options: RetranscribeOptions) =>
      retranscribeRecording(environment, written, options),
    );
  command
    .command('delete <id...>')
    .description(`move recordings to the trash, where they stay for ${limits.trashDays} days`)
    .action((written: string[], options: { json?: boolean }) =>
      deleteRecordings(environment, written, options),
    );
  command
    .command('restore <id...>')
    .description('restore recordings from the trash')
    .action((written: string[], options: { json?: boolean }) =>
      restoreRecordings(environment, written, options),
    );
  command
    .command('purge [id...]')
    .description('delete everything in the trash, or some of it, for good: audio and text')
    .option('-y, --yes', 'do not ask')
    .action((written: string[], options: { yes?: boolean; json?: boolean }) =>
      purgeRecordings(environment, written, options),
    );
  command.addHelpText(
    'after',
    '\nExamples:\n  quoth recordings list\n  quoth recordings search invoice --limit 5\n  quoth recordings show 3f2b8c1e\n  quoth recordings export 3f2b --format srt --output talk.srt',
  );
};

function actionsOf(runs: readonly ActionRun[]): string[] {
  return runs.length === 0 ? [] : ['', 'Actions', runsInWords(runs)];
}
