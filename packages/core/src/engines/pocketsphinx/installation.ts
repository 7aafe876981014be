import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of PocketSphinx and its English model on this machine. */
export interface Installation {
  /** Shared libraries; `libsphinxbase` holds what PocketSphinx 0.8 shares with its siblings. */
  readonly pocketsphinx: string;
  readonly sphinxbase: string;
  readonly acousticModel: string;
  readonly languageModel: string;
  readonly dictionary: string;
}

/** Places to look in. */
export interface Places {
  readonly libraryFolders: readonly string[];
  readonly modelFolders: readonly string[];
}

/** Debian's places, and those of a build of one's own. */
export const defaultPlaces: Places = {
  libraryFolders: [
    '/usr/lib/x86_64-linux-gnu',
    '/usr/lib/aarch64-linux-gnu',
    '/usr/lib64',
    '/usr/lib',
    '/usr/local/lib',
  ],
  modelFolders: ['/usr/share/pocketsphinx/model/en-us', '/usr/local/share/pocketsphinx/model/en-us'],
};

/** What was found; a part that is missing is undefined. */
export type FoundParts = { readonly [Part in keyof Installation]: Installation[Part] | undefined };

export function findParts({ libraryFolders, modelFolders }: Places): FoundParts {
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
export function whole(parts: FoundParts): Installation | undefined {
  const { pocketsphinx, sphinxbase, acousticModel, languageModel, dictionary } = parts;
  if (!pocketsphinx || !sphinxbase || !acousticModel || !languageModel || !dictionary) return undefined;
  return { pocketsphinx, sphinxbase, acousticModel, languageModel, dictionary };
}

/** Size of the model's files in megabytes. */
export function modelSizeMb({ acousticModel, languageModel, dictionary }: Installation): number {
  const files = [
    languageModel,
    dictionary,
    ...readdirSync(acousticModel).map((name) => join(acousticModel, name)),
  ];
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  return Math.round(bytes / 1024 / 1024);
}
