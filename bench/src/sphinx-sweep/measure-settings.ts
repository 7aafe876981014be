import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { comparableWords, wordErrors } from '@quoth/text';
import type { Utterance } from './corpus.ts';
import { SphinxHost } from './sphinx-host.ts';

/** One utterance under one setting. */
export interface Measured {
  readonly settings: string;
  readonly id: string;
  readonly voice: string;
  readonly errors: number;
  readonly words: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/**
 * Hears each utterance under every setting before it goes on to the next, so that all of them meet the same machine: what else runs on it
 * changes how much a second of the processor does. What is already in the file is not measured again, so that a sweep can be taken up.
 */
export async function measureSettings(
  settings: readonly string[],
  utterances: readonly Utterance[],
  file: string,
): Promise<ReadonlyMap<string, readonly Measured[]>> {
  const known = new Map(readMeasured(file).map((one) => [keyOf(one.settings, one.id), one]));
  const hosts = new Map<string, SphinxHost>();
  try {
    for (const utterance of utterances) {
      for (const setting of settings) {
        if (known.has(keyOf(setting, utterance.id))) continue;
        const host = hosts.get(setting) ?? new SphinxHost(parsed(setting));
        hosts.set(setting, host);
        const { text, cpuSeconds } = await host.transcribe(utterance);
        const { errors, words } = wordErrors(comparableWords(utterance.text), comparableWords(text));
        const { id, voice, seconds } = utterance;
        const measured = { settings: setting, id, voice, errors, words, seconds, cpuSeconds };
        known.set(keyOf(setting, id), measured);
        appendFileSync(file, `${JSON.stringify(measured)}\n`);
      }
    }
  } finally {
    await Promise.all([...hosts.values()].map((host) => host.end()));
  }
  return new Map(
    settings.map((setting) => [setting, utterances.flatMap(({ id }) => known.get(keyOf(setting, id)) ?? [])]),
  );
}

function readMeasured(file: string): Measured[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Measured);
}

function keyOf(settings: string, id: string): string {
  return `${settings}|${id}`;
}

/** `-ds 2 -topn 2` as options and values. */
function parsed(settings: string): Record<string, string> {
  const parts = settings.split(' ').filter((part) => part !== '');
  return Object.fromEntries(
    parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])),
  );
}
