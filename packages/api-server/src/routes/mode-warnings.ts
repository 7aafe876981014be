import {
  comparableName,
  type ModeWarning,
  parseEngineName,
  say,
  type UpdateModeBody,
  withAdvice,
} from '@quoth/contract';
import type { Core } from '@quoth/core';
import { nearest } from '@quoth/text';

type Catalogs = Pick<Core, 'models' | 'modelFiles' | 'providers'>;

/**
 * What of a mode's given fields names nothing that is known here. The mode is kept all the same, because a newer client
 * may know more; but a mistyped name would only be noticed at the next dictation.
 */
export function modeWarnings(given: UpdateModeBody, core: Catalogs): { warnings?: ModeWarning[] } {
  const warnings = checks.flatMap(([field, what, known]) => {
    const written = given[field];
    if (typeof written !== 'string' || written.trim() === '') return [];
    const names = known(core, given);
    if (names === undefined || names.some((name) => comparableName(name) === comparableName(written)))
      return [];
    const [near] = nearest(written, names);
    const meant = near === undefined ? [] : [say('didYouMean', { name: near })];
    return [withAdvice({ field }, { message: [say(what, { name: written }), ...meant] })];
  });
  return warnings.length > 0 ? { warnings } : {};
}

/** A field, what it names, and the names that are known; undefined where only others know them. */
const checks: readonly (readonly [
  keyof UpdateModeBody,
  'noSuchSpeechModel' | 'noSuchProvider' | 'noSuchModelOfProvider',
  (core: Catalogs, given: UpdateModeBody) => readonly string[] | undefined,
])[] = [
  ['model', 'noSuchSpeechModel', (core, { model }) => speechModels(core, model ?? '')],
  ['cloudProvider', 'noSuchProvider', ({ providers }) => namesOf(providers.health().providers)],
  [
    'cloudTranscriptionModel',
    'noSuchModelOfProvider',
    (core, { cloudProvider }) => modelsOf(core, 'voice', cloudProvider),
  ],
  [
    'postProcessingProvider',
    'noSuchProvider',
    ({ providers }) => ['local', 'auto', ...namesOf(providers.health().post_processing_providers)],
  ],
  [
    'cloudPostProcessingModel',
    'noSuchModelOfProvider',
    (core, { postProcessingProvider }) => modelsOf(core, 'text', postProcessingProvider),
  ],
];

/** A provider's own model is written with its name in front. */
function speechModels({ models, modelFiles, providers }: Catalogs, written: string): string[] | undefined {
  const [owner = '', ...rest] = written.split('/');
  const isProviders = namesOf(providers.health().providers).some(
    (name) => comparableName(name) === comparableName(owner),
  );
  if ((rest.length > 0 && isProviders) || parseEngineName(written) !== undefined) return undefined;
  const files = modelFiles.catalog().flatMap(({ id, slug }) => [id, slug]);
  return ['auto', 'cloud', ...models.list({ kind: 'voice' }).map(({ id }) => id), ...files];
}

/** The models of a provider that is set up; undefined where they are not known. */
function modelsOf({ models }: Catalogs, kind: 'voice' | 'text', owner: string | null | undefined) {
  const key = comparableName(owner ?? '');
  const ids = models
    .list({ kind })
    .filter(({ provider }) => comparableName(provider) === key)
    .map(({ id }) => id);
  return ids.length === 0 ? undefined : ids.flatMap((id) => [id, id.slice(id.indexOf('/') + 1)]);
}

function namesOf(list: readonly { readonly id: string; readonly displayName: string }[]): string[] {
  return list.flatMap(({ id, displayName }) => [id, displayName]);
}
