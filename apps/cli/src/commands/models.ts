import { resolve } from 'node:path';
import type { CatalogModel } from '@quoth/contract';
import { sizeInWords } from '@quoth/contract';
import type { Register } from '../command-table.ts';
import type { CliEnvironment } from '../environment.ts';
import { followDownloads } from '../follow-downloads.ts';
import { columnNotes, downloadTable, modelTable } from '../model-table.ts';
import { printResult } from '../print.ts';

interface ListOptions {
  readonly all?: boolean;
  readonly files?: boolean;
  readonly installed?: boolean;
  readonly json?: boolean;
}

interface FollowOptions {
  readonly background?: boolean;
  readonly json?: boolean;
}

/** `quoth models list|download|pause|resume|cancel|import|remove|mirror`. */
export const models: Register = (command, environment) => {
  command
    .command('list')
    .description('the recommended models and the installed ones')
    .option('--all', 'every model')
    .option('--files', 'every file of every model')
    .option('--installed', 'only what can be used now')
    .action((options: ListOptions) => list(environment, options));
  command
    .command('download <model...>')
    .description('fetch models, one after the other; Ctrl-C pauses')
    .option('--background', 'do not wait for them')
    .action(async (ids: string[], options: FollowOptions) => {
      const client = await environment.openOrStart();
      const body = await client.downloadModels({ body: { ids } });
      await followed(environment, client, body.ids, options);
    });
  command
    .command('pause <model...>')
    .description('stop downloads for now')
    .action(async (ids: string[], options: { json?: boolean }) => {
      const client = await environment.openOrStart();
      for (const id of ids) await client.pauseDownload({ params: { id } });
      printResult(environment, options.json, { ok: true, ids }, () => `Paused ${ids.join(', ')}.`);
    });
  command
    .command('resume <model...>')
    .description('go on with downloads that were paused or have failed')
    .option('--background', 'do not wait for them')
    .action(async (written: string[], options: FollowOptions) => {
      const client = await environment.openOrStart();
      const ids: string[] = [];
      for (const id of written) ids.push((await client.resumeDownload({ params: { id } })).download.id);
      await followed(environment, client, ids, options);
    });
  command
    .command('cancel <model...>')
    .description('give downloads up and delete what is here of them')
    .action(async (ids: string[], options: { json?: boolean }) => {
      const client = await environment.openOrStart();
      for (const id of ids) await client.cancelDownload({ params: { id } });
      printResult(environment, options.json, { ok: true, ids }, () => `Gave up ${ids.join(', ')}.`);
    });
  command
    .command('import <file>')
    .description('copy a .gguf file of this machine into Quoth, and check it')
    .action(async (file: string, options: { json?: boolean }) => {
      const client = await environment.openOrStart();
      const body = await client.importModel({ body: { path: resolve(file) }, signal: environment.signal });
      printResult(environment, options.json, body, () => imported(body.model));
    });
  command
    .command('remove <model...>')
    .description('delete installed models')
    .action(async (ids: string[], options: { json?: boolean }) => {
      const client = await environment.openOrStart();
      for (const id of ids) await client.removeModel({ params: { id } });
      printResult(environment, options.json, { ok: true, ids }, () => `Removed ${ids.join(', ')}.`);
    });
  command
    .command('mirror [address]')
    .description('fetch models from another address than the hub; "none" goes back')
    .action(async (address: string | undefined, options: { json?: boolean }) => {
      const client = await environment.openOrStart();
      const modelMirror = address === 'none' ? null : address;
      const { settings } =
        modelMirror === undefined
          ? await client.getSettings()
          : await client.updateSettings({ body: { modelMirror } });
      printResult(environment, options.json, { ok: true, modelMirror: settings.modelMirror }, () =>
        settings.modelMirror === null
          ? 'Models come from the hub.'
          : `Models come from ${settings.modelMirror}`,
      );
    });
  command.addHelpText(
    'after',
    '\nExamples:\n  quoth models list\n  quoth models download parakeet-unified-en-0.6b\n  quoth models import ~/Downloads/whisper-base-Q8_0.gguf',
  );
};

type Client = Awaited<ReturnType<CliEnvironment['openOrStart']>>;

async function followed(
  environment: CliEnvironment,
  client: Client,
  ids: readonly string[],
  { background, json = false }: FollowOptions,
): Promise<void> {
  if (!background) await followDownloads(environment, client, ids, json);
  const { downloads } = await client.listDownloads();
  const body = { ok: true, ids, downloads: downloads.filter(({ id }) => ids.includes(id)) };
  printResult(environment, json, body, () =>
    background ? `On the list: ${ids.join(', ')}. "quoth models list" shows how far they are.` : '',
  );
}

async function list(environment: CliEnvironment, options: ListOptions): Promise<void> {
  const client = await environment.openOrStart();
  const [{ models: every, downloads }, { models: known }] = await Promise.all([
    client.getModelCatalog(),
    client.listModels(),
  ]);
  const shown = every.filter((model) => isShown(model, options));
  const ids = new Set(every.map(({ id }) => id));
  // Of engines whose models come with the system.
  const others = known.filter(({ id, installed }) => !ids.has(id) && (installed || !options.installed));
  printResult(environment, options.json, { ok: true, models: shown, others, downloads }, () =>
    [
      modelTable(shown, others, options.files ?? false),
      ...every.flatMap(({ displayName, problem, id }) =>
        problem === null ? [] : [`\n${displayName} (${id}): ${problem}`],
      ),
      ...(downloads.length > 0 ? [`\nDownloads:\n${downloadTable(downloads)}`] : []),
      `\n${columnNotes(shown)}`,
      more(every, options),
    ].join('\n'),
  );
}

function isShown(model: CatalogModel, { all, files, installed }: ListOptions): boolean {
  if (installed) return model.installed;
  if (files) return true;
  return model.installed || (all ? model.listed : model.recommended !== null);
}

function more(every: readonly CatalogModel[], { all, files }: ListOptions): string {
  const get = 'To get one: quoth models download MODEL';
  if (files) return get;
  if (all) return `${get}. Every file of every model: quoth models list --files`;
  return `${get}. All ${every.filter(({ listed }) => listed).length} models: quoth models list --all`;
}

function imported({ id, displayName, size_bytes, languages }: CatalogModel): string {
  return `${displayName} is installed: ${id} (${sizeInWords(size_bytes)}, ${languages.join(' ') || 'languages not stated'})`;
}
