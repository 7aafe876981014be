import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { correctedBySound, hasWord, knownWordsOf } from '@quoth/text';

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

function knowsIn(language: string): (word: string) => boolean {
  return (word) =>
    [language, 'en'].some((name) => hasWord(lists.get(name) ?? { bits: new Uint8Array(1) }, word));
}

const terms = [
  ...[
    'Kubernetes',
    'PostgreSQL',
    'Grafana',
    'Nextcloud',
    'Cloudflare',
    'TypeScript',
    'WireGuard',
    'Databricks',
  ],
  ...[
    'Szymanski',
    'Zapier',
    'OpenTelemetry',
    'Home Assistant',
    'Visual Studio Code',
    'Levothyroxine',
    'Vercel',
  ],
];

/** What engines wrote for spoken terms, most of it by the two included models. */
const heard: readonly (readonly [language: string, heard: string, written: string])[] = [
  ['en', 'We use cooper netties and post gress QL.', 'We use Kubernetes and PostgreSQL.'],
  ['en', 'Stored in P. O. S. T. G. R. E. S. Q. L. every night.', 'Stored in PostgreSQL. every night.'],
  ['en', 'Look at graph ana, please.', 'Look at Grafana, please.'],
  ['en', "Grafanna's numbers", "Grafana's numbers"],
  ['en', 'The pictures are in next cloud.', 'The pictures are in Nextcloud.'],
  ['en', 'Protected by cloud flair.', 'Protected by Cloudflare.'],
  ['en', 'Written in type-script.', 'Written in TypeScript.'],
  ['en', 'Connect with wire gard first.', 'Connect with WireGuard first.'],
  ['en', 'Training on dateabrics.', 'Training on Databricks.'],
  ['en', 'Training on day tobrixt, once.', 'Training on Databricks, once.'],
  ['en', 'See the numbers in gray-fenneth.', 'See the numbers in Grafana.'],
  ['en', 'We will meet Shamanski at the station.', 'We will meet Szymanski at the station.'],
  ['en', 'We connected both with Zapia yesterday.', 'We connected both with Zapier yesterday.'],
  ['en', 'Collected by opentalimetry,', 'Collected by OpenTelemetry,'],
  ['en', 'Controlled by homicistant,', 'Controlled by Home Assistant,'],
  ['en', 'She forgot her lavatheroxine today.', 'She forgot her Levothyroxine today.'],
  ['de', 'Wir nutzen Kubernetis und Grafahna.', 'Wir nutzen Kubernetes und Grafana.'],
  ['fr', 'Le serveur de Cubernétès est en panne.', 'Le serveur de Kubernetes est en panne.'],
  ['es', 'Los datos están en Postgrescuel o en Grafanna.', 'Los datos están en PostgreSQL o en Grafana.'],
];

for (const [language, text, expected] of heard) {
  test(`a term that was heard is written: ${text}`, () => {
    assert.equal(correctedBySound(text, terms, knowsIn(language)).text, expected);
  });
}

/** Texts in which no term was said, though words sound a little like one. */
const unrelated: readonly (readonly [language: string, text: string])[] = [
  [
    'en',
    'And so my fellow Americans ask not what your country can do for you, ask what you can do for your country.',
  ],
  ['en', 'Mister Quilter is the apostle of the middle classes and we are glad to welcome his gospel.'],
  [
    'en',
    'He went to Versailles to reform the great value of copper nets, and the next clouds came over the graph.',
  ],
  ['en', 'Type a script, post the grass, keep the data and the bricks; the wire guards the vessel.'],
  ['en', 'Through the API a program may ask; of JSON at once, and to XML or the CPU.'],
  ['de', 'Der hinter diesem Portal liegende Raum wurde als Leichenhalle genutzt.'],
  ['es', 'Las arenas son blanquecinas de grano medio y tiene muy poca asistencia.'],
  ['fr', 'Sous le consulat il devient conservateur des eaux et forêts et conseiller général.'],
  ['it', 'Sempre alla radio nacquero anche alcune sue canzoni o meglio ritmi.'],
  ['pt', 'Uma raposa velha não consegue aprender nenhum ofício.'],
];

for (const [language, text] of unrelated) {
  test(`a text without a term stays: ${text.slice(0, 40)}`, () => {
    assert.deepEqual(correctedBySound(text, terms, knowsIn(language)), { text, corrections: [] });
  });
}

test('what was corrected is reported in the order of the text, and a term that is right is not', () => {
  const { corrections } = correctedBySound('Graphana, kubernetes and Kubernetis', terms, knowsIn('en'));
  assert.deepEqual(corrections, [
    { heard: 'Graphana', written: 'Grafana' },
    { heard: 'Kubernetis', written: 'Kubernetes' },
  ]);
});

test('two terms that sound the same are not guessed', () => {
  assert.equal(correctedBySound('I met Koll.', ['Kohl', 'Cole'], () => false).text, 'I met Koll.');
});

test('a filter has every word of its list, and hardly another', () => {
  const words = Array.from({ length: 5_000 }, (_, index) => `word${index}`);
  const filter = knownWordsOf(words);
  assert.ok(words.every((word) => hasWord(filter, word.toUpperCase())));
  const others = words.filter((word) => hasWord(filter, `other${word}`));
  assert.ok(others.length < 100, `${others.length} of 5,000 others`);
});
