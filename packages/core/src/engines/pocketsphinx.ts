import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Finding, withFix } from '@quoth/contract';
import { ownFile } from '@quoth/processes/places';
import type { Engine, EngineModel } from './engine.ts';

const ID = 'pocketsphinx';
/** Debian and its descendants; the names of the packages elsewhere differ. */
const INSTALL_LINE =
  process.platform === 'linux'
    ? 'sudo apt-get install -y libpocketsphinx3 pocketsphinx-en-us'
    : 'quoth models download parakeet';

/** Percent of the words of an audio book (`npm run bench -- accuracy`). */
const MEASURED_ERRORS = { percent: 28, source: '5 sentences of an audio book, measured with Quoth' };
/** A host with the model in memory takes 150 MB. */
const BYTES_OF_A_HOST = 300 * 2 ** 20;
const MAX_HOSTS = 4;

/**
 * Measured: German, Spanish, French and Italian of a synthetic voice come out at 0.1 to 0.66, three of forty English sentences of the same voice below
 * 0.68, every recording of a person above it (docs/decisions/2026-11-22-language-warning.md). A few words may all be rare ones.
 */
const DOUBT_BELOW = { shortText: 0.45, longText: 0.68 };

/** PocketSphinx with its English model from the system's packages: nothing to download, live partials, word times. */
export function pocketsphinx(places = pocketSphinxPlaces(undefined)): Engine {
  let parts = findParts(places);
  let installation: PocketsphinxFiles | undefined;
  let models: readonly EngineModel[] = [];

  function look(): void {
    parts = findParts(places);
    installation = whole(parts);
    models = [
      {
        id: 'pocketsphinx-en-us',
        listed: true,
        engine: ID,
        provider: 'local',
        displayName: 'PocketSphinx English (US)',
        family: ID,
        languages: ['en'],
        installed: installation !== undefined,
        installHint: `Run: ${INSTALL_LINE}`,
        sizeMb: installation ? modelSizeMb(installation) : null,
        capabilities: {
          segment_timestamps: true,
          word_timestamps: true,
          // A dictation is recognised phrase by phrase: word by word, the library understands less.
          streaming: false,
          vocabulary: false,
          translation: false,
        },
        detectsLanguage: true,
        wordErrorRate: MEASURED_ERRORS,
        hidesProfanity: true,
        doubtBelow: DOUBT_BELOW,
      },
    ];
  }

  function findings(): Finding[] {
    const missing = Object.entries(parts)
      .filter(([, path]) => path === undefined)
      .map(([part]) => part);
    const title = 'Speech engine PocketSphinx';
    if (missing.length === 0) {
      return [
        { id: ID, title, status: 'ok', detail: `${parts.pocketsphinx}, model ${parts.acousticModel}.` },
      ];
    }
    const detail = `Not found: ${missing.join(', ')}.`;
    return [withFix({ id: ID, title, status: 'missing', detail }, [{ kind: 'run', command: INSTALL_LINE }])];
  }

  return {
    id: ID,
    displayName: 'PocketSphinx',
    look,
    models: () => models,
    findings,
    recognizer: () =>
      installation && {
        url: pathToFileURL(ownFile('./pocketsphinx-recognizer.ts', import.meta.url)),
        config: installation,
      },
    maxHosts: ({ cores, freeMemory }) => Math.min(cores, Math.floor(freeMemory / BYTES_OF_A_HOST), MAX_HOSTS),
  };
}

/** Paths of PocketSphinx and its English model on this machine. */
export interface PocketsphinxFiles {
  /** Shared libraries; `libsphinxbase` holds what PocketSphinx 0.8 shares with its siblings. */
  readonly pocketsphinx: string;
  readonly sphinxbase: string;
  readonly acousticModel: string;
  readonly languageModel: string;
  readonly dictionary: string;
}

interface Places {
  readonly libraryFolders: readonly string[];
  readonly modelFolders: readonly string[];
}

/** Debian's places, and those of a build of one's own; parts of the model are looked for in `folder` first. */
export function pocketSphinxPlaces(folder: string | undefined): Places {
  return {
    libraryFolders: [
      '/usr/lib/x86_64-linux-gnu',
      '/usr/lib/aarch64-linux-gnu',
      '/usr/lib64',
      '/usr/lib',
      '/usr/local/lib',
    ],
    modelFolders: [
      ...(folder ? [folder] : []),
      '/usr/share/pocketsphinx/model/en-us',
      '/usr/local/share/pocketsphinx/model/en-us',
    ],
  };
}

/** What was found; a part that is missing is undefined. */
type FoundParts = { readonly [Part in keyof PocketsphinxFiles]: PocketsphinxFiles[Part] | undefined };

function findParts({ libraryFolders, modelFolders }: Places): FoundParts {
  const library = (name: string) =>
    libraryFolders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  const model = (name: string) =>
    modelFolders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  return {
    pocketsphinx: library('libpocketsphinx.so.3'),
    sphinxbase: library('libsphinxbase.so.3'),
    acousticModel: model('en-us'),
    languageModel: model('en-us.lm.bin'),
    dictionary: model('cmudict-en-us.dict'),
  };
}

/** The installation when no part is missing. */
function whole(parts: FoundParts): PocketsphinxFiles | undefined {
  const { pocketsphinx, sphinxbase, acousticModel, languageModel, dictionary } = parts;
  if (!pocketsphinx || !sphinxbase || !acousticModel || !languageModel || !dictionary) return undefined;
  return { pocketsphinx, sphinxbase, acousticModel, languageModel, dictionary };
}

/** Size of the model's files in megabytes. */
function modelSizeMb({ acousticModel, languageModel, dictionary }: PocketsphinxFiles): number {
  const files = [
    languageModel,
    dictionary,
    ...readdirSync(acousticModel).map((name) => join(acousticModel, name)),
  ];
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  return Math.round(bytes / 1024 / 1024);
}
