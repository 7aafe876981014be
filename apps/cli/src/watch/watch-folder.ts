import { realpath, stat } from 'node:fs/promises';
import { QuothError } from '@quoth/client';
import { checkEngine } from '../check-choice.ts';
import { checkLanguage } from '../check-language.ts';
import type { CliEnvironment } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { inQuotes } from '../in-quotes.ts';
import { OutcomeTold } from '../outcome-told.ts';
import { wantedRewriting } from '../wanted-rewriting.ts';
import { kindOf } from '../write-output.ts';
import { FolderScanner } from './folder-scanner.ts';
import { FolderWatcher, type WatchFlags } from './folder-watcher.ts';
import { TranscriptWriter } from './transcript-writer.ts';
import { WatchJournal } from './watch-journal.ts';
import { WatchMessages } from './watch-messages.ts';

/** Transcribes new files of a folder, one after the other, until Ctrl-C or, with `once`, until nothing is left. Wrong options fail before the first file. */
export async function watchFolder(
  environment: CliEnvironment,
  given: string,
  flags: WatchFlags,
): Promise<void> {
  checkLanguage(flags.language);
  if ((await kindOf(given)) === 'none')
    throw new QuothError('FILE_NOT_FOUND', {
      message: `There is no folder ${inQuotes(given)}.`,
      hint: 'Check the path.',
    });
  if (!(await stat(given)).isDirectory())
    throw new UsageError(`${inQuotes(given)} is not a folder. For files: quoth transcribe FILE...`);
  const folder = await realpath(given);
  const client = await environment.openOrStart();
  await checkEngine(client, flags.engine);
  const rewriting = await wantedRewriting(client, flags);
  const outcome = new OutcomeTold(environment, rewriting);
  const { dataFolder, platform } = environment.config;
  const messages = new WatchMessages({ environment, folder, json: flags.json ?? false });
  const watcher = new FolderWatcher({
    folder,
    flags,
    signal: environment.signal,
    scanner: new FolderScanner(folder, {
      recursive: flags.recursive ?? false,
      platform,
      onUnreadable: (path, why) => messages.passedOver(path, why),
    }),
    journal: new WatchJournal(dataFolder, folder),
    writer: new TranscriptWriter({ environment, flags, rewriting, outcome }),
    messages,
  });
  await watcher.run();
}
