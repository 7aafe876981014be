import { caughtBy, presetFacts } from '@quoth/core';
import { median, type Result } from './result.ts';

const CHARACTERS = 200_000;
const ROUNDS = 5;
const TARGET_MS = 300;

/** A sentence for each number, so that no two are the same. */
const sentences: Readonly<Record<string, (number: number) => string>> = {
  'short questions': (number) => `what is b${number}? `,
  English: (number) => `I told number ${number} that we would meet on Monday in the old office. `,
  German: (number) => `Wir hätten Nummer ${number} früher fragen können, sagte er am Montag. `,
  Chinese: (number) => `我们明天和第${number}位客人在办公室见面吗？`,
  Japanese: (number) => `明日は${number}番の部屋で会議がありますか。`,
  Arabic: (number) => `هل نلتقي غدا في المكتب رقم ${number}؟ `,
};

/** What it takes to look at a rewriting as long as one may be, by the kind of its text. */
export async function benchGuards(): Promise<Result[]> {
  const preset = presetFacts.hyper;
  const prompt = { ours: '', theirs: '', fence: { name: 'fence', open: '<fence>', close: '</fence>' } };
  return Object.entries(sentences).map(([kind, write]) => {
    const text = Array.from({ length: CHARACTERS / 10 }, (_, number) => write(number))
      .join('')
      .slice(0, CHARACTERS);
    const times = Array.from({ length: ROUNDS }, () => {
      const before = performance.now();
      const caught = caughtBy({ text, rewritten: text, preset, prompt });
      if (caught) throw new Error(`an unchanged text is caught by "${caught.name}"`);
      return performance.now() - before;
    });
    const ms = median(times);
    return {
      what: `the guards of a rewriting, ${CHARACTERS.toLocaleString('en')} characters: ${kind}`,
      measured: `${ms.toFixed(0)} ms`,
      target: `at most ${TARGET_MS} ms`,
      met: ms <= TARGET_MS,
    };
  });
}
