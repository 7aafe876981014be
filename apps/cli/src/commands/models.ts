import { resolve } from 'node:path';
import { type Client, pause, QuothError } from '@quoth/client';
import {
  type CatalogModel,
  expectedSpeed,
  formatSize,
  isUnfit,
  type Model,
  type ModelDownload,
  plainText,
  primaryLanguage,
} from '@quoth/contract';
import type { CliEnvironment, Register } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { checkLanguage, formatLanguage, languageName } from '../terminal/choices.ts';
import { printError, printNote, printNotice, printWrapped, table } from '../terminal/print.ts';
import { ProgressBar } from '../terminal/progress.ts';
import { formatTime, inQuotes } from '../terminal/wording.ts';

/** How many names are suggested for one that fits several models. */
const SUGGESTIONS = 12;

interface ListOptions {
  readonly all?: boolean;
  readonly files?: boolean;
  readonly installed?: boolean;
  readonly language?: string;
  readonly json?: boolean;
}

interface FollowOptions {
  readonly background?: boolean;
  readonly json?: boolean;
}

/** `quoth models list|languages|download|pause|resume|cancel|import|remove|mirror`. */
export const models: Register = (command, environment) => {
  command
    .command('list')
    .description('List recommended and installed models')
    .option('--all', 'every model')
    .option('--files', 'every file of every model')
    .option('--installed', 'only models that can be used now')
    .option('--language <tag>', 'every model that supports this language, such as de')
    .action((options: ListOptions) => list(environment, options));
  command
    .command('languages')
    .description('List the languages that speech models support')
    .action((options: { json?: boolean }) => listLanguages(environment, options));
  command
    .command('download <model...>')
    .description('Download models, one at a time; Ctrl-C pauses')
    .option('--background', 'do not wait for the downloads')
    .action(async (ids: string[], options: FollowOptions) => {
      const client = await environment.openOrStart();
      const body = await client.downloadModels({ body: { ids } }).catch(async (error: unknown) => {
        if (!(error instanceof QuothError) || error.code !== 'MODEL_NOT_FOUND') throw error;
        const { models: every } = await client.getModelCatalog();
        const meant = ids.map((id) => modelMeant(id, every));
        if (meant.every((id) => ids.includes(id))) throw error;
        return client.downloadModels({ body: { ids: meant } });
      });
      await followed(environment, client, body.ids, options);
    });
  command
    .command('pause <model...>')
    .description('Pause downloads')
    .action(async (ids: string[], options: { json?: boolean }) => {
      const client = await environment.openOrStart();
      for (const id of ids) await client.pauseDownload({ params: { id } });
      printNotice(environment, options.json, { ok: true, ids }, () => `Paused ${ids.join(', ')}.`);
    });
  command
    .command('resume <model...>')
    .description('Continue paused or failed downloads')
    .option('--background', 'do not wait for the downloads')
    .action(async (written: string[], options: FollowOptions) => {
      const client = await environment.openOrStart();
      const ids: string[] = [];
      for (const id of written) ids.push((await client.resumeDownload({ params: { id } })).download.id);
      await followed(environment, client, ids, options);
    });
  command
    .command('cancel <model...>')
    .description('Cancel downloads and delete their partial files')
    .action(async (ids: string[], options: { json?: boolean }) => {
      const client = await environment.openOrStart();
      for (const id of ids) await client.cancelDownload({ params: { id } });
      printNotice(environment, options.json, { ok: true, ids }, () => `Canceled ${ids.join(', ')}.`);
    });
  command
    .command('import <file>')
    .description('Copy a .gguf file from this machine into Quoth and check it')
    .action(async (file: string, options: { json?: boolean }) => {
      const client = await environment.openOrStart();
      const body = await client.importModel({ body: { path: resolve(file) }, signal: environment.signal });
      const { models: known } = await client.listModels({ query: { installed_only: true } });
      printNotice(environment, options.json, body, () => imported(body.model, known));
    });
  command
    .command('remove <model...>')
    .description('Delete installed models')
    .action(async (ids: string[], options: { json?: boolean }) => {
      const client = await environment.openOrStart();
      const every = await refuseSystemModels(client, ids);
      for (const id of ids) await client.removeModel({ params: { id } });
      const own = ids.filter((id) => every.some((one) => one.included && [one.id, one.slug].includes(id)));
      const stays = own.length > 0 ? ` To restore: quoth models download ${own.join(' ')}` : '';
      printNotice(environment, options.json, { ok: true, ids }, () => `Removed ${ids.join(', ')}.${stays}`);
    });
  command
    .command('mirror [address]')
    .description('Download models from another address than the hub; "none" resets it')
    .action(async (address: string | undefined, options: { json?: boolean }) => {
      const client = await environment.openOrStart();
      const modelMirror = address === 'none' ? null : address;
      const { settings } =
        modelMirror === undefined
          ? await client.getSettings()
          : await client.updateSettings({ body: { modelMirror } });
      printNotice(environment, options.json, { ok: true, modelMirror: settings.modelMirror }, () =>
        settings.modelMirror === null
          ? 'Downloading from huggingface.co.'
          : `Downloading from ${settings.modelMirror}.`,
      );
    });
  command.addHelpText(
    'after',
    '\nExamples:\n  quoth models list\n  quoth models download parakeet-unified-en-0.6b\n  quoth models import ~/Downloads/whisper-base-Q8_0.gguf',
  );
};

/** A model by its id, by the name of a list, or by a part of that name which only one has. Throws UsageError. */
function modelMeant(written: string, every: readonly CatalogModel[]): string {
  if (every.some(({ id, slug }) => id === written || slug === written)) return written;
  const listed = every.filter(({ listed }) => listed);
  const meant = listed.filter(({ id, slug }) =>
    [id, slug].some((name) => name.toLowerCase().includes(written.toLowerCase())),
  );
  const [only] = meant;
  if (meant.length === 1 && only) return only.id;
  if (meant.length === 0) return written;
  const names = meant.map(({ id, slug, size_bytes }) => [`  ${slug || id}`, formatSize(size_bytes)]);
  throw new UsageError(
    `${inQuotes(written)} could be any of these; say which:\n${table(names.slice(0, SUGGESTIONS))}${names.length > SUGGESTIONS ? '\n  and more: quoth models list --all' : ''}`,
  );
}

/** A model that came with a package of the system goes with it. Returns the catalog. Throws UsageError. */
async function refuseSystemModels(client: Client, ids: readonly string[]): Promise<readonly CatalogModel[]> {
  const [{ models: every }, { models: known }] = await Promise.all([
    client.getModelCatalog(),
    client.listModels(),
  ]);
  const own = new Set(every.map(({ id }) => id));
  const ofSystem = known.find(
    ({ id, provider, installed }) => ids.includes(id) && !own.has(id) && installed && provider === 'local',
  );
  if (ofSystem)
    throw new UsageError(
      `${ofSystem.displayName} belongs to a system package; to remove it: sudo apt-get remove ${ofSystem.id}`,
    );
  return every;
}

async function followed(
  environment: CliEnvironment,
  client: Client,
  ids: readonly string[],
  { background, json = false }: FollowOptions,
): Promise<void> {
  if (!background) await followDownloads(environment, client, ids, json);
  const { downloads } = await client.listDownloads();
  const body = { ok: true, ids, downloads: downloads.filter(({ id }) => ids.includes(id)) };
  printNotice(environment, json, body, () =>
    background ? `Queued: ${ids.join(', ')}. "quoth models list" shows how far they are.` : '',
  );
}

async function list(environment: CliEnvironment, options: ListOptions): Promise<void> {
  checkLanguage(options.language);
  const client = await environment.openOrStart();
  const [{ models: every, downloads }, { models: known }, { modes }] = await Promise.all([
    client.getModelCatalog(),
    client.listModels(),
    client.listModes(),
  ]);
  const spoken = modes.find(({ isDefault }) => isDefault)?.language ?? 'auto';
  const shown = every.filter((model) => isShown(model, options));
  const ids = new Set(every.map(({ id }) => id));
  // Of providers with a key.
  const others = known.filter(
    (model) =>
      !ids.has(model.id) && (model.installed || !options.installed) && supports(model, options.language),
  );
  if (options.language !== undefined && shown.length + others.length === 0)
    throw new UsageError(
      `No ${options.installed ? 'installed ' : ''}speech model supports ${formatLanguage(options.language)}. To see which languages are supported: quoth models languages`,
    );
  printWrapped(environment, options.json, { ok: true, models: shown, others, downloads }, () =>
    [
      modelTable(shown, others, options.files ?? false, known.find(({ auto }) => auto)?.id),
      ...every.flatMap(({ displayName, problem, id }) =>
        problem === null ? [] : [`\n${displayName} (${id}): ${problem}`],
      ),
      ...(downloads.length > 0 ? [`\nDownloads:\n${downloadTable(downloads)}`] : []),
      ...includedNotes(every, known, spoken),
      `\n${columnNotes(shown)}`,
      more(every, options),
    ].join('\n'),
  );
}

function isShown(model: CatalogModel, { all, files, installed, language }: ListOptions): boolean {
  if (!supports(model, language)) return false;
  if (installed) return model.installed;
  if (files) return true;
  return (
    model.installed ||
    model.included ||
    (all || language !== undefined ? model.listed : model.recommended !== null)
  );
}

function supports({ languages }: { readonly languages: readonly string[] }, wanted = 'auto'): boolean {
  if (wanted.toLowerCase() === 'auto' || languages.includes('*')) return true;
  return languages.some((one) => primaryLanguage(one) === primaryLanguage(wanted));
}

/** Each language with its name, and how many models support it. */
async function listLanguages(environment: CliEnvironment, { json }: { json?: boolean }): Promise<void> {
  const client = await environment.openOrStart();
  const [{ models: every }, { models: known }] = await Promise.all([
    client.getModelCatalog(),
    client.listModels(),
  ]);
  const own = new Set(every.map(({ id }) => id));
  // One file of each model, and those of engines whose models come with the system.
  const counted = [
    ...every.filter(({ listed, installed }) => listed || installed),
    ...known.filter(({ id, provider }) => provider === 'local' && !own.has(id)),
  ];
  const tags = counted.flatMap(({ languages }) => [...new Set(languages.map(primaryLanguage))]);
  const languages = [...new Set(tags)]
    .filter((tag) => tag !== '*')
    .map((tag) => ({
      tag,
      name: languageName(tag) ?? tag,
      models: counted.filter((model) => supports(model, tag)).length,
      installed: counted.filter((model) => model.installed && supports(model, tag)).length,
    }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
  printNotice(environment, json, { ok: true, languages }, () =>
    [
      table([
        ['Tag', 'Language', 'Models', 'Installed'],
        ...languages.map(({ tag, name, models, installed }) => [
          tag,
          name,
          String(models),
          String(installed),
        ]),
      ]),
      '\nThe models of a language: quoth models list --language TAG',
    ].join('\n'),
  );
}

function more(every: readonly CatalogModel[], { all, files, language }: ListOptions): string {
  const get = 'To get one: quoth models download MODEL';
  if (files) return get;
  if (all || language !== undefined) return `${get}. Every file of every model: quoth models list --files`;
  return `${get}. All ${every.filter(({ listed }) => listed).length} models: quoth models list --all`;
}

/** What was imported, and whether it is taken where no model is named. */
function imported({ id, displayName, size_bytes, languages }: CatalogModel, known: readonly Model[]): string {
  const installed = `${displayName} is installed: ${id} (${formatSize(size_bytes)}, ${languages.join(' ') || 'languages not stated'})`;
  const own = known.find((model) => model.id === id);
  const auto = known.find((model) => model.auto);
  if (own?.auto) return `${installed}\n"auto" takes it from now on.`;
  const wrong = own?.self_test_error_rate;
  const why = isUnfit(wrong)
    ? ` It is unfit: it got ${percentWrong(wrong)} of the words of a clear sentence wrong.`
    : '';
  return `${installed}\n"auto" is unchanged: ${auto?.displayName ?? 'none'}.${why} To use it: --model ${id}`;
}

/** More words than were said can be wrong. */
function percentWrong(rate: number | null | undefined): string {
  return `${Math.min(100, Math.round((rate ?? 0) * 100))} %`;
}

const STEP_MS = 300;

/**
 * Shows downloads until each of them is done. Ctrl-C pauses them and says how to go on. What fails does not stop the
 * others; the last failure is thrown.
 */
async function followDownloads(
  environment: CliEnvironment,
  client: Client,
  ids: readonly string[],
  json: boolean,
): Promise<void> {
  const left = new Set(ids);
  const bars = new Map<string, ProgressBar>();
  let failure: QuothError | undefined;
  while (left.size > 0) {
    if (environment.signal.aborted) return pauseAll(environment, client, left);
    const { downloads } = await client.listDownloads();
    for (const id of [...left]) {
      const download = downloads.find((candidate) => candidate.id === id);
      if (download) show(environment, bars, download, json);
      if (download && !['failed', 'paused'].includes(download.status)) continue;
      left.delete(id);
      bars.get(id)?.clear();
      const next = await endOf(environment, client, id, download, json);
      if (failure && next) printError(environment, json, failure);
      failure = next ?? failure;
    }
    if (left.size > 0) await pause(STEP_MS, environment.signal);
  }
  if (failure) throw failure;
}

function show(
  environment: CliEnvironment,
  bars: Map<string, ProgressBar>,
  download: ModelDownload,
  json: boolean,
): void {
  if (download.status === 'queued' || json) return;
  const { id, displayName, total } = download;
  let bar = bars.get(id);
  if (!bar) {
    bar = new ProgressBar(environment, displayName);
    bars.set(id, bar);
    if (!bar.visible)
      environment.stderr.write(plainText(`Downloading ${displayName}, ${formatSize(total)}…\n`));
  }
  bar.show(download.status, shareOf(download), paceOf(download).join(', '));
}

/** Says how a download ended; gives the error of one that did not end well. */
async function endOf(
  environment: CliEnvironment,
  client: Client,
  id: string,
  download: ModelDownload | undefined,
  json: boolean,
): Promise<QuothError | undefined> {
  if (download?.status === 'paused')
    return stopped(`The download of ${download.displayName} was paused.`, id);
  if (download) {
    const { code = 'MODEL_NOT_INSTALLED', message, hint } = download.error ?? {};
    return new QuothError(code, { message: message ?? 'The download failed.', hint });
  }
  const { models } = await client.getModelCatalog();
  const model = models.find((candidate) => candidate.id === id);
  if (!model?.installed) return stopped(`The download of ${model?.displayName ?? id} was canceled.`, id);
  if (!json) environment.stdout.write(plainText(`${model.displayName} is installed: ${id}\n`));
  return undefined;
}

function stopped(message: string, id: string): QuothError {
  return new QuothError('CANCELLED', { message, hint: `To continue: quoth models download ${id}` });
}

async function pauseAll(
  environment: CliEnvironment,
  client: Client,
  ids: ReadonlySet<string>,
): Promise<void> {
  const paused: string[] = [];
  // The last first, so that none of them begins when the one before it is paused.
  for (const id of [...ids].reverse()) {
    try {
      await client.pauseDownload({ params: { id } });
      paused.unshift(id);
    } catch (error) {
      // The download has ended in the meantime.
      if (!(error instanceof QuothError)) throw error;
    }
  }
  if (paused.length > 0)
    printNote(environment, `\nPaused. To continue: quoth models resume ${paused.join(' ')}`);
}

/** Marks the model that is used when none is named. */
const AUTO = 'used by auto';
const HEADS = ['Model', 'Size', 'Speed', 'Languages', 'Errors', 'Licence', ''];
/** Left out first on a narrow terminal; `--json` has everything. */
const LEAST = [HEADS.indexOf('Licence'), HEADS.indexOf('Errors')];

/**
 * One model per line, at most 100 columns for the models of the catalog. `files` lists each file instead of its model.
 */
function modelTable(
  models: readonly CatalogModel[],
  others: readonly Model[],
  files: boolean,
  auto?: string,
): string {
  const rows = [
    HEADS,
    ...models.map((model) => [
      files || model.imported || model.slug === '' ? model.id : model.slug,
      formatSize(model.size_bytes),
      formatSpeed(model.measured_speed) ?? model.speed ?? '?',
      formatLanguages(model.languages),
      model.word_error_rate === null ? '?' : `${model.word_error_rate.percent.toFixed(2)} %`,
      model.licence,
      [standing(model), model.id === auto ? AUTO : '', model.recommended?.for ?? '']
        .filter((word) => word !== '')
        .join('; '),
    ]),
    // Of providers: what is not known of a model on this machine is empty, not a question.
    ...others.map((model) => [
      model.id,
      model.size_mb === null ? '' : formatSize(model.size_mb * 1024 * 1024),
      formatSpeed(model.measured_speed) ?? '',
      formatLanguages(model.languages),
      '',
      '',
      model.installed
        ? `installed${model.id === auto ? `; ${AUTO}` : ''}`
        : (model.install_hint ?? 'not installed'),
    ]),
  ];
  return table(rows, { optional: LEAST });
}

/** What the models that are part of Quoth are good for, and what the next larger download gives. */
function includedNotes(every: readonly CatalogModel[], known: readonly Model[], spoken: string): string[] {
  const own = every.filter(({ included, recommended }) => included && recommended !== null);
  const used = every.find(({ id }) => id === known.find(({ auto }) => auto)?.id);
  const step = used && nextStep(every, used, spoken);
  if (own.length === 0) return [];
  return [
    `\nPart of Quoth, without a download:\n${table(own.map(({ slug, recommended }) => [`  ${slug}`, recommended?.reason ?? '']))}`,
    ...(step ? [step] : []),
  ];
}

/**
 * The smallest recommended download that gets fewer words wrong than the model in use, in the language of the default
 * mode, or in as many languages.
 */
function nextStep(every: readonly CatalogModel[], used: CatalogModel, spoken: string): string | undefined {
  const errorsOf = ({ word_error_rate: rate }: CatalogModel) => rate?.percent ?? 100;
  const isOfOne = used.languages.length === 1;
  const [next] = every
    .filter(
      (model) =>
        model.recommended !== null &&
        !model.included &&
        !model.installed &&
        errorsOf(model) < errorsOf(used) &&
        supports(model, spoken) &&
        (isOfOne
          ? used.languages.every((language) => supports(model, language))
          : model.capabilities.detects_language && model.languages.length > 1),
    )
    .sort((one, other) => one.size_bytes - other.size_bytes);
  if (!used.included || !next) return undefined;
  const expected = formatSpeed(expectedSpeed(next, every));
  const facts = [
    formatSize(next.size_bytes),
    `${errorsOf(next)} instead of ${errorsOf(used)} % of English words wrong`,
    ...(isOfOne ? [] : ['far fewer in other languages']),
    ...(expected === undefined ? [] : [`about ${expected} real time on this machine`]),
    ...(expected === undefined && next.speed !== null ? [`speed: ${next.speed}`] : []),
  ];
  return `Next step up: quoth models download ${next.slug}\n  ${facts.join(', ')}`;
}

/** Whether a model is here. */
function standing({ installed, included, problem, self_test_error_rate: tested }: CatalogModel): string {
  if (included) return installed ? 'included' : `included, ${problem === null ? 'removed' : 'unavailable'}`;
  if (!installed) return '';
  return isUnfit(tested) ? `unfit: ${percentWrong(tested)} of a clear sentence is wrong` : 'installed';
}

/** What the columns mean, and where their figures come from. */
function columnNotes(models: readonly CatalogModel[]): string {
  const sources = [...new Set(models.flatMap(({ word_error_rate: rate }) => rate?.source ?? []))];
  const errors = sources.map((source) => `\n        ${source}`).join('');
  const notes = [
    'Speed:  times real time as measured on this machine (12x: a minute of audio',
    '        takes 5 s);',
    '        until the model has run here, a class based on its number of parameters.',
  ];
  if (errors !== '')
    notes.push(`Errors: wrong words per hundred of clear read speech; expect more with your own.${errors}`);
  return notes.join('\n');
}

/** Unfinished downloads, one per line: `downloading  45 %, 12 MB/s, 1 min 20 s left`. */
function downloadTable(downloads: readonly ModelDownload[]): string {
  return table(
    downloads.map((download) => {
      const share = `${Math.floor(shareOf(download) * 100)} %`;
      return [download.id, download.status, [share, ...paceOf(download)].join(', ')];
    }),
  );
}

/** 0 to 1. */
function shareOf({ bytes, total }: ModelDownload): number {
  return bytes / Math.max(1, total);
}

/** How fast a download is, or what it waits for. */
function paceOf({ bytes_per_second, seconds_left, status }: ModelDownload): string[] {
  if (status === 'verifying') return ['checking its sha256'];
  if (status === 'waiting') return ['will retry soon'];
  return [
    ...(bytes_per_second === null ? [] : [`${formatSize(bytes_per_second)}/s`]),
    ...(seconds_left === null ? [] : [`${formatTime(seconds_left)} left`]),
  ];
}

/** `12x`, `0.45x`; undefined if nothing was measured. */
function formatSpeed(timesRealTime: number | null | undefined): string | undefined {
  if (typeof timesRealTime !== 'number') return undefined;
  const digits = timesRealTime >= 10 ? 0 : timesRealTime >= 1 ? 1 : 2;
  return `${timesRealTime.toFixed(digits)}x`;
}

function formatLanguages(languages: readonly string[]): string {
  return languages.length > 3 ? String(languages.length) : languages.join(' ');
}
