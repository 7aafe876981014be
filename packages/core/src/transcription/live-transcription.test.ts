import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import type { RecordingSource } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { EventBus, silentLogger } from '../base/index.ts';
import type { EngineRequest } from '../engines/index.ts';
import {
  type DictationDependencies,
  type DictationPlan,
  dictatedTranscriptions,
  type LiveTranscriptionOptions,
} from './live-transcription.ts';

const slow = { id: 'slow', languages: ['*'], capabilities: { streaming: false } };
const quick = { id: 'quick', languages: ['en'], capabilities: { streaming: false } };

/**
 * Begins a recording; says which models were asked, what share of a core each may take, and whether it makes drafts.
 */
async function begun(
  recording: { readonly source?: RecordingSource; readonly isPrivate?: boolean },
  { readers = 0, readsSettled = false } = {},
) {
  const asked: {
    readonly model: string;
    readonly previews: boolean;
    readonly isFollowed: boolean;
    readonly share: number;
  }[] = [];
  const shown: string[] = [];
  let wanted = 1;
  const events = new EventBus((error) => assert.fail(String(error)));
  events.on({ 'transcript-partial': ({ text }) => shown.push(text) });
  const leave = Array.from({ length: readers }, () => events.readWords());
  const spoolFolder = temporaryFolder();
  const engines = {
    uses: () => {
      wanted++;
      return true;
    },
    models: () => [slow, quick],
    recognizeLive: async (
      { model, live }: EngineRequest,
      ended: Promise<number>,
      { onPartial }: { onPartial?: (text: string, stable?: number) => void },
    ) => {
      const { previews = false, isFollowed = false, share = 0 } = live ?? {};
      asked.push({ model, previews, isFollowed, share });
      if (model === quick.id) onPartial?.(model, 0);
      await ended;
      return { text: model, words: [], segments: [], language: 'en' };
    },
  };
  const dependencies = { spoolFolder, events, recognizers: { engines }, logger: silentLogger };
  const plan = {
    ...{ isLive: true, options: {}, mode: { customVocabulary: [] }, preview: quick },
    plan: { kind: 'local', model: slow, language: 'en' },
  } as unknown as DictationPlan;
  const options: Pick<LiveTranscriptionOptions, 'id' | 'private' | 'source' | 'onPartial'> = {
    ...{ id: 'one', private: recording.isPrivate ?? false },
    ...(recording.source && { source: recording.source }),
    ...(readsSettled && { onPartial: () => undefined }),
  };
  const live = dictatedTranscriptions(dependencies as unknown as DictationDependencies).beginLive(
    plan,
    options,
  );
  while (asked.length < wanted) await new Promise((resolve) => setImmediate(resolve));
  live?.end();
  await live?.recognition;
  await live?.close();
  for (const one of leave) one();
  assert.deepEqual(readdirSync(spoolFolder), []);
  return { asked, shown, models: asked.map(({ model }) => model).sort(), events };
}

const drafting = (asked: readonly { readonly model: string; readonly previews: boolean }[]) =>
  asked.filter(({ previews }) => previews).map(({ model }) => model);

test('a quick model shows the words of a dictation, and those of a program to who reads events', async () => {
  for (const [recording, readers] of [
    [{}, 0],
    [{ isPrivate: true }, 0],
    [{ source: 'api' }, 1],
    [{ source: 'wyoming' }, 2],
  ] as const) {
    const { models, asked, shown } = await begun(recording, { readers });
    assert.deepEqual(models, ['quick', 'slow']);
    // The one whose text counts need not guess for the eye.
    assert.deepEqual(drafting(asked), ['quick']);
    assert(
      asked.every(({ isFollowed }) => !isFollowed),
      'no word has to stay before its sentence was heard',
    );
    assert(shown.some((text) => text.includes('quick')));
  }
});

test('where no one can see words that change, no model guesses them', async () => {
  for (const [recording, readers] of [
    [{ source: 'api' }, 0],
    [{ source: 'file' }, 0],
    [{ source: 'api', isPrivate: true }, 1],
  ] as const) {
    const { models, asked } = await begun(recording, { readers });
    assert.deepEqual([models, drafting(asked)], [['slow'], []]);
  }
  const { events } = await begun({ source: 'api' }, { readers: 2 });
  assert.equal(events.areWordsRead, false, 'they have left');
});

test('who asks for what has settled gets it from the model whose text counts, beside the other one', async () => {
  const alone = await begun({ source: 'api' }, { readsSettled: true });
  assert.deepEqual([alone.models, drafting(alone.asked)], [['slow'], ['slow']]);
  assert(alone.asked[0]?.isFollowed);
  const both = await begun({ source: 'api' }, { readsSettled: true, readers: 1 });
  assert.deepEqual(drafting(both.asked).sort(), ['quick', 'slow']);
  const cores = both.asked.reduce((sum, { share }) => sum + share, 0);
  assert(cores <= 1.001, `${cores} cores`);
});
