import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AppError, errorCodes, type Remedy, told, translator, withAdvice } from '@quoth/contract';
import { words } from '@quoth/contract/words/de.ts';
import { sentences } from '@quoth/contract/words/sentences.ts';
import { parseSync, Visitor } from 'oxc-parser';

const root = join(import.meta.dirname, '..', '..', '..');
/** Who may say something to a person. */
const sources = '{packages/{contract,core,providers,audio,api-server,wyoming},apps/desktop}/src/**/*.ts';

/** The texts of a source file; what is filled in is `{}`. */
function textsOf(path: string): string[] {
  const { program } = parseSync(path, readFileSync(path, 'utf8'));
  const found: string[] = [];
  new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && found.push(value)),
    TemplateLiteral: ({ quasis }) =>
      void found.push(quasis.map(({ value }) => value.cooked ?? '').join('{}')),
  }).visit(program);
  return found;
}

/** The text and its sentences, since some texts are put together from several. */
function partsOf(text: string): string[] {
  return [text, ...text.split(/(?<=[.!?:]|\{\}) (?=["“{\p{Lu}])/u)];
}

test('each sentence that is translated is still said somewhere', () => {
  const files = globSync(sources, { cwd: root }).filter(
    (path) => !/\.test\.ts$|fixtures|contract\/src\/words|desktop\/src\/text/.test(path),
  );
  assert(files.length > 300, `${files.length} files`);
  const said = new Set(files.flatMap((path) => textsOf(join(root, path)).flatMap(partsOf)));
  const patterns = [...said].flatMap((text) => {
    // Not what is filled in alone.
    if (!text.includes('{}') || text.replaceAll('{}', '').length < 5) return [];
    const parts = text.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`, 's');
  });
  const isSaid = (sentence: string) =>
    said.has(sentence) ||
    said.has(sentence.slice(0, -1)) ||
    patterns.some((pattern) => pattern.test(sentence));
  const gone = sentences.filter((one) => !isSaid(one) && !partsOf(one).slice(1).every(isSaid));
  assert.deepEqual(gone, []);
});

const inGerman = translator(words, 'de');
/** An error as the window gets it. */
const shown = (error: AppError) => inGerman(told('window', error.toBody()));

/** Codes that programs alone get: their advice is for a programmer. */
const forPrograms: readonly string[] = [
  ...[
    'UNAUTHORIZED',
    'FORBIDDEN_ORIGIN',
    'METHOD_NOT_ALLOWED',
    'DECLINED',
    'QUESTION_NOT_FOUND',
    'FORBIDDEN_SCOPE',
  ],
];

test('the usual message and the usual advice of each code are translated', () => {
  for (const code of errorCodes) {
    const english = told('window', new AppError(code).toBody());
    const german = inGerman(english);
    assert.notEqual(german.message, english.message, code);
    assert.ok(!german.message.includes('('), german.message);
    if (english.hint === undefined || forPrograms.includes(code)) continue;
    assert.notEqual(german.hint, english.hint, code);
  }
});

test('names are filled in, sentences are put together, and what no one has translated stays readable', () => {
  const said = (message: string, remedy?: Remedy) => {
    const error = shown(new AppError('MICROPHONE_UNAVAILABLE', { message, ...(remedy && { remedy }) }));
    return [error.message, error.hint];
  };
  assert.deepEqual(said('The microphone "Studio (USB)" is not there.', { kind: 'choose-microphone' }), [
    'Das Mikrofon „Studio (USB)“ ist nicht angeschlossen.',
    'Wählen Sie ein anderes unter „Einstellungen“ > „Allgemein“.',
  ]);
  assert.equal(
    said('The microphone was disconnected. Nothing is being recorded.')[0],
    'Das Mikrofon wurde getrennt. Es läuft keine Aufnahme.',
  );
  assert.equal(
    said('A thing that no one has translated.')[0],
    'Es ist kein Mikrofon verfügbar. (A thing that no one has translated.)',
  );
});

test('only what Quoth says is translated, and the same object stays where nothing is', () => {
  const recording = { text: 'Copied', name: 'Copied', error: null, words: [{ message: 'Copied' }] };
  assert.equal(inGerman(recording), recording);
  const notice = withAdvice({ id: 'a', message: 'Copied' }, { hint: ['Try again.'] });
  assert.deepEqual(inGerman([{ notice }]), [
    { notice: { id: 'a', message: 'Kopiert', hint: 'Versuchen Sie es noch einmal.' } },
  ]);
});

test('what is filled in is translated too where it is words of ours, and a language by its own name', () => {
  const said = (message: string) => inGerman({ message }).message;
  assert.equal(
    said('Port 8080 is in use by another program, so the local API stays off.'),
    'Port 8080 wird von einem anderen Programm verwendet, daher bleibt die lokale API aus.',
  );
  assert.equal(
    said('OpenAI cannot be reached: no answer in 5 s.'),
    'OpenAI ist nicht erreichbar: keine Antwort in 5 s.',
  );
  assert.equal(
    said('The speech seems to be French, and English or German was expected.'),
    'Gesprochen wurde offenbar Französisch, erwartet war Englisch oder Deutsch.',
  );
  // A name is the user's, whatever it says.
  assert.equal(said('The action "it is empty" is paused.'), 'Die Aktion „it is empty“ ist pausiert.');
});
