import * as z from 'zod';
import { errorBody } from './error-envelope.ts';
import { given, queryBoolean } from './fields.ts';
import { byId, jsonBody, returnsOk, type WrittenRoute } from './route.ts';

/** What an engine or model can do beyond plain text. */
export const capabilities = z
  .object({
    segment_timestamps: z.boolean(),
    word_timestamps: z.boolean(),
    streaming: z.boolean(),
    vocabulary: z
      .boolean()
      .describe(
        'Expected words are written right where they are said: they are sent with the audio, or the text is corrected by their sound. Of a cloud model: whether they are sent; its text is corrected either way.',
      ),
    /** With `translate`, turns speech in other languages into English text. */
    translation: z.boolean(),
  })
  .meta({ id: 'Capabilities' });
export type Capabilities = z.output<typeof capabilities>;

/** A model that gets more of a clear sentence wrong is unfit: it is used only where it is named. */
export const MAX_SELF_TEST_ERRORS = 0.25;

/** True for a model that failed on a clear sentence when it was imported. */
export function isUnfit(selfTestErrorRate: number | null | undefined): boolean {
  return (selfTestErrorRate ?? 0) > MAX_SELF_TEST_ERRORS;
}

const wordErrorRate = z.object({ percent: z.number(), source: z.string() });

/** An entry in the model catalog. Cloud models count as installed. */
export const model = z
  .object({
    id: z.string(),
    kind: z.enum(['voice', 'text']).describe('`voice` transcribes, `text` rewrites.'),
    provider: z.string().describe('`local`, or the service that runs it.'),
    displayName: z.string().describe('For people.'),
    installed: z.boolean().describe('Whether it can be used now; cloud models count as installed.'),
    size_mb: z.number().nullable().describe('Size on disk; null if unknown.'),
    engine: z.string().describe('The engine that loads it.'),
    languages: z.array(z.string()).describe('Language tags.'),
    capabilities,
    auto: z
      .literal(true)
      .optional()
      .describe("The model that `auto` currently selects for the default mode's language."),
    included: z.literal(true).optional().describe('The model is part of Quoth and needs no download.'),
    word_error_rate: wordErrorRate
      .nullable()
      .optional()
      .describe(
        'Of a model on this machine: percent of the words that it got wrong, and in which test. Null if nothing is known. Above 20, roughly every fourth word is wrong.',
      ),
    self_test_error_rate: z
      .number()
      .optional()
      .describe(
        'Word error rate of an imported model on a bundled sentence; `auto` does not select it above 0.25.',
      ),
    measured_speed: z
      .number()
      .optional()
      .describe('Seconds of audio for each second of decoding on this machine, once it has been measured.'),
    install_hint: z.string().optional().describe('If not installed: a command that installs it.'),
  })
  .meta({ id: 'Model' });
export type Model = z.output<typeof model>;

export const listModelsQuery = z.object({
  kind: given(z.enum(['voice', 'text', 'all']))
    .describe('Which models.')
    .meta({ default: 'all' }),
  installed_only: given(queryBoolean).describe('Only models that can be used now.').meta({ default: false }),
});
export type ListModelsQuery = z.output<typeof listModelsQuery>;

/** A model's relative speed, estimated from its number of parameters; not measured. */
const speedClasses = ['fastest', 'fast', 'medium', 'slow', 'slowest'] as const;
export type SpeedClass = (typeof speedClasses)[number];

/** A model file of the catalog, or one that the user imported: everything needed to choose one. */
export const catalogModel = z
  .object({
    id: z.string(),
    /** The model without its quantization; stands for its installed or recommended file. */
    slug: z.string(),
    displayName: z.string(),
    engine: z.string(),
    family: z.string(),
    architecture: z.string(),
    languages: z.array(z.string()),
    capabilities: capabilities.extend({ detects_language: z.boolean() }),
    size_bytes: z.number(),
    /** Such as `0.6B`; null when unknown. */
    parameters: z.string().nullable(),
    /** Such as `Q4_K_M`; null when unknown. */
    quantisation: z.string().nullable(),
    licence: z.string(),
    /** Published, not measured here. */
    word_error_rate: wordErrorRate.nullable(),
    /**
     * Of an imported file: its word error rate on a bundled sentence. `auto` does not use a model above 0.25. Null
     * where it was not tested.
     */
    self_test_error_rate: z.number().nullable(),
    speed: z.enum(speedClasses).nullable(),
    /** Times real time on this machine, smoothed; null until it has transcribed at least 2 s of audio. */
    measured_speed: z.number().nullable(),
    /** What it is recommended for, and why; null if it is not. */
    recommended: z.object({ for: z.string(), reason: z.string() }).nullable(),
    /** True for one file per model, and for every installed file. */
    listed: z.boolean(),
    installed: z.boolean(),
    /** True for a file that the user imported. */
    imported: z.boolean(),
    /** True for a model that is part of Quoth: it needs no download. */
    included: z.boolean(),
    path: z.string().nullable(),
    sha256: z.string().nullable(),
    /** Where it is downloaded from; null for a file that is not in the catalog. */
    address: z.string().nullable(),
    /** Why a previously installed file no longer counts as installed. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'CatalogModel' });
export type CatalogModel = z.output<typeof catalogModel>;

/**
 * About how many times real time a model that has not run here would reach: as the included model of its kind did, by
 * their sizes. Whisper takes as long for a moment as for half a minute, so that it says nothing of other families.
 * Undefined where none has run.
 */
export function expectedSpeed(model: CatalogModel, catalog: readonly CatalogModel[]): number | undefined {
  const isWhisper = ({ family }: CatalogModel) => family === 'whisper';
  const ran = catalog.find(
    (other) => other.included && other.measured_speed !== null && isWhisper(other) === isWhisper(model),
  );
  return ran?.measured_speed ? (ran.measured_speed * ran.size_bytes) / model.size_bytes : undefined;
}

/** State of a download. `waiting`: the hub asked for a delay, or did not respond and will be retried. */
export const downloadStatuses = [
  'queued',
  'downloading',
  'waiting',
  'verifying',
  'paused',
  'failed',
] as const;
export type DownloadStatus = (typeof downloadStatuses)[number];

/** An unfinished download. */
export const modelDownload = z
  .object({
    id: z.string(),
    displayName: z.string(),
    status: z.enum(downloadStatuses),
    /** Bytes downloaded so far. */
    bytes: z.number(),
    total: z.number(),
    /** Smoothed; null while nothing moves. */
    bytes_per_second: z.number().nullable(),
    seconds_left: z.number().nullable(),
    /** Why it failed, or why it waits. */
    error: errorBody.nullable(),
  })
  .meta({ id: 'ModelDownload' });
export type ModelDownload = z.output<typeof modelDownload>;

/** Models to download, in this order, by id or slug. */
export const downloadModelsBody = z.object({ ids: z.array(z.string().min(1).max(200)).min(1).max(100) });

/**
 * The model of the catalog that a file is meant to be, by its id: the import is refused unless size and sha256 are
 * those of that model.
 */
const meantModel = given(z.string().min(1).max(200));

/** A model file on this machine, by its absolute path. It is copied; the original is left alone. */
export const importModelBody = z.object({ path: z.string().min(1).max(4_096), model_id: meantModel });

/** Query of an upload of a model file: its name, without folders. */
export const uploadModelQuery = z.object({ name: z.string().min(1).max(255), model_id: meantModel });

const app = { audience: 'app', needsToken: true, tag: 'Model files' } as const;

export const modelsRoutes = {
  listModels: {
    method: 'GET',
    path: '/models',
    audience: 'api',
    needsToken: true,
    scopes: [],
    tag: 'Models',
    summary: 'The model catalog',
    query: listModelsQuery,
    returns: returnsOk({ models: z.array(model) }),
  },
} as const satisfies Record<string, WrittenRoute>;

export const modelFilesRoutes = {
  getModelCatalog: {
    method: 'GET',
    path: '/model-catalog',
    ...app,
    summary: 'Every model file that can be downloaded or was imported, and unfinished downloads',
    returns: returnsOk({ models: z.array(catalogModel), downloads: z.array(modelDownload) }),
  },
  downloadModels: {
    method: 'POST',
    path: '/model-downloads',
    ...app,
    summary: 'Download models, one after the other; the list is kept across restarts',
    description:
      'Responds as soon as they are queued: `ids` are the models that the request resolved to, `downloads` all unfinished downloads. Installed models are not downloaded again; a paused or failed download resumes where it stopped.',
    body: jsonBody(downloadModelsBody),
    returns: returnsOk({ ids: z.array(z.string()), downloads: z.array(modelDownload) }),
    errors: ['MODEL_NOT_FOUND', 'DISK_FULL'],
  },
  listDownloads: {
    method: 'GET',
    path: '/model-downloads',
    ...app,
    summary: 'Unfinished downloads, in order',
    returns: returnsOk({ downloads: z.array(modelDownload) }),
  },
  pauseDownload: {
    method: 'POST',
    path: '/model-downloads/{id}/pause',
    ...app,
    summary: 'Pause a download; the partial file is kept',
    params: byId,
    returns: returnsOk({ download: modelDownload }),
    errors: ['MODEL_NOT_FOUND', 'CONFLICT'],
  },
  resumeDownload: {
    method: 'POST',
    path: '/model-downloads/{id}/resume',
    ...app,
    summary: 'Resume a paused or failed download',
    params: byId,
    returns: returnsOk({ download: modelDownload }),
    errors: ['MODEL_NOT_FOUND', 'CONFLICT', 'DISK_FULL'],
  },
  cancelDownload: {
    method: 'DELETE',
    path: '/model-downloads/{id}',
    ...app,
    summary: 'Cancel a download and delete its partial file',
    params: byId,
    returns: returnsOk({}),
    errors: ['MODEL_NOT_FOUND', 'CONFLICT'],
  },
  importModel: {
    method: 'POST',
    path: '/model-files',
    ...app,
    summary: 'Import a model file from this machine and check that it works',
    body: jsonBody(importModelBody),
    returns: returnsOk({ model: catalogModel }),
    errors: [
      'BUSY',
      'DISK_FULL',
      'MODEL_NOT_FOUND',
      'FILE_NOT_FOUND',
      'FILE_ACCESS_DENIED',
      'FILE_NOT_ALLOWED',
      'CANCELLED',
    ],
  },
  uploadModel: {
    method: 'POST',
    path: '/model-files/upload',
    ...app,
    summary: 'Upload a model file and check that it works',
    description:
      'For a window, which is given the bytes of a chosen file and not its path. They are streamed to the disk.',
    query: uploadModelQuery,
    body: { kind: 'bytes' },
    returns: returnsOk({ model: catalogModel }),
    errors: ['BUSY', 'DISK_FULL', 'MODEL_NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'CANCELLED', 'TIMEOUT'],
  },
  removeModel: {
    method: 'DELETE',
    path: '/model-files/{id}',
    ...app,
    summary: 'Delete an installed model; refused while a transcription uses it',
    params: byId,
    returns: returnsOk({}),
    errors: ['MODEL_NOT_FOUND', 'MODEL_NOT_INSTALLED', 'BUSY', 'CONFLICT'],
  },
} as const satisfies Record<string, WrittenRoute>;
