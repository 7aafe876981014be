import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasWord, learnedWord } from '@quoth/text';

const lists = new Map(
  ['de', 'en', 'es', 'fr', 'it', 'pt'].map((language) => [
    language,
    {
      bits: readFileSync(
        join(import.meta.dirname, `../../../packages/text/data/known-words-${language}.bin`),
      ),
    },
  ]),
);

function learned(before: string, after: string, language: string): string | undefined {
  const names = [language, 'en'].flatMap((name) => lists.get(name) ?? []);
  const knows = lists.has(language) ? (word: string) => names.some((list) => hasWord(list, word)) : undefined;
  const found = learnedWord(before, after, { knows, nounsAreLarge: language === 'de' });
  return found && `${found.kind}: ${found.heard} => ${found.written}`;
}

/** An edit, and what may be remembered of it. */
const offered: readonly (readonly [language: string, before: string, after: string, learned: string])[] = [
  ['en', 'We use cooper netties here.', 'We use Kubernetes here.', 'word: cooper netties => Kubernetes'],
  ['en', 'I met Cuba netties today.', 'I met Kubernetes today.', 'word: Cuba netties => Kubernetes'],
  ['en', 'Look at grafanna, please.', 'Look at Grafana, please.', 'word: grafanna => Grafana'],
  ['en', 'Ask cloud about it.', 'Ask Claude about it.', 'word: cloud => Claude'],
  ['en', 'Ask a cloud about it.', 'Ask Claude about it.', 'word: a cloud => Claude'],
  ['en', 'Push it to git hub now.', 'Push it to GitHub now.', 'word: git hub => GitHub'],
  ['en', 'I have a new iphone.', 'I have a new iPhone.', 'word: iphone => iPhone'],
  ['en', 'Call Jon tomorrow.', 'Call John tomorrow.', 'replacement: Jon => John'],
  ['en', 'Mr. Quillter is here.', 'Mr. Quilter is here.', 'word: Quillter => Quilter'],
  ['en', 'Meet shamanski at noon.', 'Meet Szymanski at noon.', 'word: shamanski => Szymanski'],
  // The same word twice, and a word that was changed for the sense beside it.
  ['en', 'Zapia is down, so Zapia is slow.', 'Zapier is down, so Zapier is slow.', 'word: Zapia => Zapier'],
  ['en', 'I think grafanna is slow.', 'I believe Grafana is slow.', 'word: grafanna => Grafana'],
  ['de', 'Das macht Frau Maier.', 'Das macht Frau Meyer.', 'replacement: Maier => Meyer'],
  ['de', 'Wir nutzen Kuba Netties.', 'Wir nutzen Kubernetes.', 'word: Kuba Netties => Kubernetes'],
  ['fr', 'On utilise graffana ici.', 'On utilise Grafana ici.', 'word: graffana => Grafana'],
  ['es', 'Vive con Chimena ahora.', 'Vive con Jimena ahora.', 'word: Chimena => Jimena'],
  ['pt', 'Falei com o Tiago ontem.', 'Falei com o Thiago ontem.', 'replacement: Tiago => Thiago'],
  ['ja', 'クーバネティスを使います。', 'Kubernetesを使います。', 'replacement: クーバネティス => Kubernetes'],
];

/** Edits that say nothing about the next text. */
const notOffered: readonly (readonly [language: string, before: string, after: string])[] = [
  ['en', 'I saw there house.', 'I saw their house.'],
  ['en', 'Its late.', "It's late."],
  ['en', 'He was going home.', 'He is going home.'],
  ['en', 'Two meter long.', 'Two meters long.'],
  ['en', 'It costs 30 euros.', 'It costs 13 euros.'],
  ['en', 'Room Kestrel12 is free.', 'Room Kestrel21 is free.'],
  ['en', 'The end, then', 'The end. Then'],
  ['en', 'the end is near', 'The end is near'],
  ['en', 'I met her in may.', 'I met her in May.'],
  ['en', 'We need it to work.', 'We need IT to work.'],
  ['en', 'Same text.', 'Same text.'],
  ['en', 'One two three.', 'One three.'],
  ['en', 'One three.', 'One two three.'],
  ['en', 'The meeting is on Monday.', 'The meeting is on Tuesday.'],
  ['en', 'We could go there tomorrow.', 'Maybe Anna and Paul will come with us.'],
  ['en', 'Good.', 'Excellent.'],
  ['en', 'Send it to Peter.', 'Send it to Kubernetes.'],
  ['en', 'I like the every one of them.', 'I like the everyone of them.'],
  ['de', 'Ich weiß, das du kommst.', 'Ich weiß, dass du kommst.'],
  ['de', 'Die Kasse ist voll.', 'Die Klasse ist voll.'],
  ['de', 'Wir haben eine Daten Bank.', 'Wir haben eine Datenbank.'],
  ['fr', 'Il a manger.', 'Il a mangé.'],
  ['es', 'No se nada.', 'No sé nada.'],
  ['pt', 'Ele e alto.', 'Ele é alto.'],
  ['ja', '友達に会います。', '友達に合います。'],
  ['xx', 'Ask grafanna.', 'Ask Grafana.'],
];

test('of an edit, the word that was misheard is learned', () => {
  for (const [language, before, after, expected] of offered)
    assert.equal(learned(before, after, language), expected, before);
});

test('of words that depend on their sentence, marks, numbers and other sentences nothing is learned', () => {
  for (const [language, before, after] of notOffered)
    assert.equal(learned(before, after, language), undefined, before);
});

test('a long text is compared at once, and one that is another text is none with a correction', () => {
  const long = 'one of these words '.repeat(20_000);
  assert.equal(
    learned(`${long}grafanna ${long}`, `${long}Grafana ${long}`, 'en'),
    'word: grafanna => Grafana',
  );
  assert.equal(learned(`grafanna ${long}zapia`, `Grafana ${long}Zapier`, 'en'), undefined);
});

test('a word as long as a text may be is compared with none: its letters would take gigabytes', () => {
  const thai = 'เราใช้งานระบบนี้ทุกวัน'.repeat(10_000);
  const marks = `a${'.'.repeat(200_000)}b`;
  for (const language of ['th', 'en']) {
    assert.equal(learned(`${thai}ก${thai}`, `${thai}ข${thai}`, language), undefined);
    assert.equal(learned(`${marks}c`, `${marks}d`, language), undefined);
  }
  // A correction beside one is still found.
  assert.equal(learned(`${thai}ก or grafanna.`, `${thai}ข or Grafana.`, 'en'), 'word: grafanna => Grafana');
});
