import { type Client, QuothError } from '@quoth/client';
import { parseEngineName, typedEngineName } from '@quoth/contract';
import { didYouMean } from './did-you-mean.ts';
import type { CliEnvironment } from './environment.ts';
import { inQuotes } from './in-quotes.ts';
import { printNote } from './print.ts';

/** Says before the work begins that a text cannot be rewritten, because no language model is set up. */
export async function noteMissingLanguageModel(environment: CliEnvironment, client: Client): Promise<void> {
  const { providers } = await client.listProviders();
  if (providers.some(({ jobs, key_present }) => jobs.includes('post-processing') && key_present)) return;
  printNote(environment, 'No language model is set up, so the text will not be rewritten. Ctrl-C stops.');
}

/** Throws MODEL_NOT_FOUND for an engine that is neither one of ours nor a provider; suggests similar names. */
export async function checkEngine(client: Client, written: string | undefined): Promise<void> {
  if (written === undefined || parseEngineName(written)) return;
  const [{ providers }, { models }] = await Promise.all([client.listProviders(), client.listModels()]);
  const wanted = written.trim().toLowerCase();
  if (providers.some(({ id, displayName }) => id === wanted || displayName.toLowerCase() === wanted)) return;
  const engines = [...new Set(models.map(({ engine }) => engine))].filter((name) => parseEngineName(name));
  const [here, away] = [
    engines.map(typedEngineName),
    providers.filter(({ jobs }) => jobs.includes('transcription')).map(({ id }) => id),
  ];
  const known = [...here, ...away];
  throw new QuothError('MODEL_NOT_FOUND', {
    message: `There is no engine ${inQuotes(written)}.${didYouMean(written, known)}`,
    hint: `On this machine: ${here.join(', ')}. Providers: ${away.join(', ')}.`,
  });
}
