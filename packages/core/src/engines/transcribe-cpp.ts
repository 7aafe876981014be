import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import {
  type Finding,
  type Message,
  type Said,
  type Settings,
  say,
  withAdvice,
  withFix,
} from '@quoth/contract';
import { ownFile } from '@quoth/processes/places';
import { type LocalModel, restoreRemedy } from '../models/index.ts';
import type { BorrowedFile, Engine, EngineModel, HostSituation } from './engine.ts';

const ID = 'transcribe-cpp';

/**
 * Measured with the tiny test model alone: what it recognises correctly is above 1.5, German and Spanish are around 0.8
 * (up to 1.5).
 */
const DOUBT_BELOW = { shortText: 0.8, longText: 1 };

/** What the engine needs to know of a model in the catalog or on this machine. */
export type NeuralModel = Pick<
  LocalModel,
  | 'id'
  | 'slug'
  | 'displayName'
  | 'engine'
  | 'family'
  | 'languages'
  | 'capabilities'
  | 'sizeBytes'
  | 'wordErrorRate'
  | 'selfTestErrorRate'
  | 'listed'
  | 'installed'
  | 'inCatalog'
  | 'included'
  | 'problem'
>;

export interface TranscribeCppOptions {
  /** Every model, the preferred ones first; the same list until something changes. */
  readonly models: () => readonly NeuralModel[];
  /** A model's file to work with. Throws MODEL_NOT_INSTALLED. */
  readonly borrow: (model: string) => Promise<BorrowedFile>;
  readonly device: () => EngineDevice;
}

/** What hosts may take together beyond one copy of the model: half of the 300 MB that long audio may cost. */
const BYTES_FOR_MORE_HOSTS = 150 * 2 ** 20;
/** A host without its model: the library, Node, and the intermediate results of one chunk. */
const BYTES_OF_A_HOST = 110 * 2 ** 20;

/**
 * The library follows one recording at a time with each copy of a model. A host with eight copies takes a quarter of
 * the memory of eight hosts (measured with the tiny model: 183 and 730 MB), and a crash interrupts no more than eight.
 */
const LIVE_STREAMS = 8;

/** Neural models of every family that transcribe.cpp runs, one GGUF file each, on whatever device the machine has. */
export function transcribeCpp({ models, borrow, device }: TranscribeCppOptions): Engine {
  let known: readonly NeuralModel[] | undefined;
  let shown: readonly EngineModel[] = [];

  function look(): void {
    const now = models();
    if (now === known) return;
    known = now;
    shown = now.map(toEngineModel);
  }

  /** A GPU is one; a second copy of a small model costs little and transcribes a long recording in half the time. */
  function maxHosts({ model, cores, freeMemory, device: used }: HostSituation): number {
    if (used !== 'cpu') return 1;
    const size = models().find(({ id }) => id === model)?.sizeBytes ?? Number.POSITIVE_INFINITY;
    const more = Math.floor(Math.min(BYTES_FOR_MORE_HOSTS, freeMemory) / (size + BYTES_OF_A_HOST));
    return Math.min(cores, 1 + more);
  }

  return {
    id: ID,
    displayName: 'Neural models',
    look,
    models: () => {
      look();
      return shown;
    },
    findings: (): Said<Finding>[] => [
      libraryFinding((known ?? []).filter(({ installed }) => installed).length),
    ],
    recognizer: () => {
      const config: TranscribeCppConfig = { device: device() };
      return { url: pathToFileURL(ownFile('./transcribe-cpp-recognizer.ts', import.meta.url)), config };
    },
    borrow,
    maxHosts,
    liveStreams: LIVE_STREAMS,
    draftsApart: (id) => {
      const model = models().find((one) => one.id === id);
      // An encoder can't be stopped in the middle, and Whisper's takes as long for a word as for half a minute.
      return model !== undefined && !model.capabilities.streaming && model.engine !== 'moonshine';
    },
  };
}

function toEngineModel(model: NeuralModel): EngineModel {
  const { detectsLanguage, ...capabilities } = model.capabilities;
  return {
    id: model.id,
    slug: model.slug,
    listed: model.listed,
    engine: model.engine,
    provider: 'local',
    displayName: model.displayName,
    family: model.family,
    languages: model.languages,
    installed: model.installed,
    installHint: installHint(model),
    included: model.included,
    problem: model.problem,
    sizeMb: Math.round(model.sizeBytes / 1_000_000),
    capabilities,
    wordErrorRate: model.wordErrorRate,
    selfTestErrorRate: model.selfTestErrorRate ?? null,
    doubtBelow: DOUBT_BELOW,
    detectsLanguage: detectsLanguage || model.languages.length === 1,
  };
}

function installHint({ id, inCatalog, included, problem }: NeuralModel): Message {
  if (included && problem !== null) return restoreRemedy({ id });
  return inCatalog ? say('runModelDownload', { model: id }) : say('importModelAgain');
}

/** The package that holds the library, by platform and architecture; the names are the library's own. */
const packages: Readonly<Record<string, string>> = {
  'darwin-arm64': '@transcribe-cpp/darwin-arm64-metal',
  'darwin-x64': '@transcribe-cpp/darwin-x64-cpu',
  'linux-arm64': '@transcribe-cpp/linux-arm64-cpu-vulkan',
  'linux-x64': '@transcribe-cpp/linux-x64-cpu-vulkan',
  'win32-x64': '@transcribe-cpp/win32-x64-cpu-vulkan',
};

const title = [say('neuralModels')];

/** For the doctor: whether the native library is here, and how many models it has to run. Nothing is loaded for it. */
function libraryFinding(installedModels: number): Said<Finding> {
  const place = `${process.platform}-${process.arch}`;
  const wanted = packages[place];
  if (wanted === undefined) {
    const detail = [say('noLibraryFor', { system: place })];
    return withAdvice({ id: 'transcribe-cpp', status: 'missing' }, { title, detail });
  }
  if (!isThere(wanted)) {
    const detail = [say('packageMissing', { package: wanted })];
    return withFix(withAdvice({ id: 'transcribe-cpp', status: 'missing' }, { title, detail }), [
      say('run', { command: 'npm install --include=optional' }),
    ]);
  }
  const detail =
    installedModels > 0
      ? [say('modelsReady', { count: installedModels })]
      : [say('noModelReady'), say('showsAvailableModels')];
  return withAdvice({ id: 'transcribe-cpp', status: 'ok' }, { title, detail });
}

function isThere(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(`${name}/package.json`);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return false;
    throw error;
  }
}

/** Where a model runs, in the words of the settings and of the library's `backend` option. */
export type EngineDevice = Settings['engineDevice'];

/** The configuration of the engine's host. */
export interface TranscribeCppConfig {
  readonly device: EngineDevice;
}
