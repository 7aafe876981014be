import type { Finding } from '@quoth/contract';
import type { Engine, EngineModel } from '../engine.ts';
import { defaultPlaces, findParts, type Installation, modelSizeMb, whole } from './installation.ts';

const ID = 'pocketsphinx';
/** Debian and its descendants; the names of the packages elsewhere differ. */
const INSTALL_LINE = 'sudo apt-get install -y libpocketsphinx3 pocketsphinx-en-us';

/** A host with the model in memory takes 150 MB. */
const BYTES_OF_A_HOST = 300 * 2 ** 20;
const MOST_HOSTS = 4;

/** PocketSphinx with its English model from the system's packages: nothing to download, live partials, word times. */
export function pocketsphinx(places = defaultPlaces): Engine {
  let parts = findParts(places);
  let installation: Installation | undefined;
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
          streaming: true,
          vocabulary: false,
          translation: false,
        },
        detectsLanguage: true,
        wordErrorRate: null,
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
    return [
      { id: ID, title, status: 'missing', detail: `Not found: ${missing.join(', ')}.`, fix: INSTALL_LINE },
    ];
  }

  return {
    id: ID,
    displayName: 'PocketSphinx',
    look,
    models: () => models,
    findings,
    recognizer: () =>
      installation && { url: new URL('./recognizer.ts', import.meta.url), config: installation },
    lanes: ({ cores, freeMemory }) => Math.min(cores, Math.floor(freeMemory / BYTES_OF_A_HOST), MOST_HOSTS),
  };
}
