import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AppError, errorCodes, type Message, reworded, say, withAdvice } from '@quoth/contract';
import { words } from '@quoth/words/de.ts';
import { en } from '@quoth/words/en.ts';
import { words as japanese } from '@quoth/words/ja.ts';
import { inOneLine } from '@quoth/words/render.ts';
import { sentences } from '@quoth/words/sentences.ts';
import { translator } from '@quoth/words/translate.ts';
import { parseSync, Visitor } from 'oxc-parser';
import { filesForCommandLine, neverInWindow } from './for-programs.ts';

/** Every message that has a reason, in the words of the window. */
const texts = Object.values<string | { readonly window: string }>(en).map((text) =>
  typeof text === 'string' ? text : text.window,
);

const root = join(import.meta.dirname, '..', '..', '..');
/** Who may say something to a person. */
const sources = '{packages/{contract,core,vendors,audio,api-server,wyoming,bridge},apps/desktop}/src/**/*.ts';

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

/** Where one sentence ends and the next begins; what is filled in may be one. */
const BETWEEN = /(?<=[.!?:]|\{\}) (?=["“{\p{Lu}])/u;

/** The text and its sentences, since some texts are put together from several. */
function partsOf(text: string): string[] {
  return [text, ...text.split(BETWEEN)];
}

const files = globSync(sources, { cwd: root }).filter(
  (path) => !/\.test\.ts$|fixtures|desktop\/src\/text/.test(path),
);

/** A pattern for what a text may become: anything may be filled in. */
function patternOf(text: string): RegExp {
  const parts = text.split(/\{\w*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

test('each sentence that is translated is still said somewhere', () => {
  assert(files.length > 300, `${files.length} files`);
  const said = new Set(
    files.flatMap((path) => textsOf(join(root, path)).flatMap((text) => partsOf(text.trim()))),
  );
  // Not what is filled in alone.
  const patterns = [...said].flatMap((text) =>
    text.includes('{}') && text.replaceAll('{}', '').length >= 5 ? patternOf(text) : [],
  );
  /** Whole, with or without its full stop, or by its beginning, where a list or an address is put behind it. */
  const isSaid = (sentence: string) =>
    [sentence, sentence.slice(0, -1), `${sentence}.`].some(
      (one) => said.has(one) || patterns.some((pattern) => pattern.test(one)),
    ) || said.has(/^([^{]{9,}) \{/.exec(sentence)?.[1] ?? '');
  const gone = sentences.filter((one) => !isSaid(one) && !partsOf(one).slice(1).every(isSaid));
  assert.deepEqual(gone, []);
});

/** Fields of an error, a notice or a finding that the window shows. */
const SHOWN = new Set(['message', 'hint', 'detail', 'problem', 'title', 'window']);
/** What makes an error, a failure or an advice of the sentences it is given. */
const MAKERS = /^(?:AppError|RecognitionError|VendorError|DecodeError|NotWritten|failed|refused)$/;

/** Ranges of the source whose texts the window may show. */
function shownRanges(program: Parameters<Visitor['visit']>[0]): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  const nameOf = (callee: object) => ('name' in callee ? String(callee.name) : '');
  new Visitor({
    Property: ({ key, value }) => {
      const name = key.type === 'Identifier' ? key.name : '';
      // What is described there is the reference, for programmers.
      if (SHOWN.has(name)) ranges.push({ start: value.start, end: value.end });
    },
    NewExpression: (node) => void (MAKERS.test(nameOf(node.callee)) && ranges.push(node)),
    CallExpression: (node) => {
      if (MAKERS.test(nameOf(node.callee))) ranges.push(node);
      const [, second] = node.arguments;
      // `command(for everyone else, for the window)` of remedies.
      if (nameOf(node.callee) === 'command' && second) ranges.push({ start: second.start, end: second.end });
    },
  }).visit(program);
  return ranges;
}

/** Texts in a file that the window may show: a sentence, or several. */
function shownTexts(path: string): string[] {
  const { program } = parseSync(path, readFileSync(join(root, path), 'utf8'));
  const ranges = shownRanges(program);
  const found: string[] = [];
  const add = (node: { start: number; end: number }, text: string) => {
    const isShown = ranges.some(({ start, end }) => start <= node.start && node.end <= end);
    if (isShown && /^["“{A-Z].* .*[.:]$/s.test(text) && !text.includes('\n')) found.push(text);
  };
  new Visitor({
    Literal: (node) => void (typeof node.value === 'string' && add(node, node.value)),
    TemplateLiteral: (node) => add(node, node.quasis.map(({ value }) => value.cooked ?? '').join('{}')),
  }).visit(program);
  return found;
}

test('each sentence that the window may show is translated, but those that only programs or the command line meet', () => {
  const keys = [...sentences, ...texts];
  const keyPatterns = keys.map(patternOf);
  const isTranslated = (sentence: string) => {
    if (!/[A-Za-z]{2}/.test(sentence.replaceAll('{}', ''))) return true;
    const pattern = patternOf(sentence);
    // A colon is the end of a beginning.
    return (
      keyPatterns.some((key) => key.test(sentence)) ||
      keys.some((key) => pattern.test(key) || (sentence.endsWith(':') && key.startsWith(sentence)))
    );
  };
  // The reference and the errors of fields, whose words the window has itself, are in the other files of the contract.
  const elsewhere = /^packages\/(?:bridge\/src\/(?!install)|contract\/src\/(?!remedies))/;
  const read = files.filter((path) => !elsewhere.test(path) && !filesForCommandLine.includes(path));
  const shown = read.flatMap((path) => shownTexts(path).map((text) => ({ path, text })));
  assert(shown.length > 10, `${shown.length} texts`);
  const used = new Set<string>();
  const isExempt = (sentence: string) => neverInWindow.includes(sentence) && used.add(sentence);
  /** As they are translated: the longest beginning that is known, then the rest. */
  const isKnown = (parts: readonly string[]): boolean => {
    for (let count = parts.length; count > 0; count--) {
      const first = parts.slice(0, count).join(' ');
      if ((isExempt(first) || isTranslated(first)) && isKnown(parts.slice(count))) return true;
    }
    return parts.length === 0;
  };
  const missing = shown.filter(({ text }) => !isKnown(text.split(BETWEEN)));
  assert.deepEqual(missing, []);
  assert.deepEqual(
    neverInWindow.filter((one) => !used.has(one)),
    [],
    'said nowhere any more',
  );
  for (const path of filesForCommandLine) assert(files.includes(path), path);
});

const inGerman = translator(words, 'de');
/** An error as the window gets it. */
const shown = (error: AppError) => inGerman(reworded('window', error.toBody()));

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

test('sentences have the American spelling that the labels beside them have', () => {
  const said = [...sentences, ...texts];
  assert.deepEqual(
    said.filter((one) => /\b(?:cancelled|colour|behaviour|favourite)/i.test(one)),
    [],
  );
});

test('the usual message and the usual advice of each code are translated', () => {
  for (const code of errorCodes) {
    const english = reworded('window', new AppError(code).toBody());
    const german = inGerman(english);
    assert.notEqual(german.message, english.message, code);
    assert.ok(!german.message.includes('('), german.message);
    if (english.hint === undefined || forPrograms.includes(code)) continue;
    assert.notEqual(german.hint, english.hint, code);
  }
});

test('names are filled in, sentences are put together, and what no one has translated stays readable', () => {
  const said = (message: string, remedy?: Message) => {
    const error = shown(new AppError('MICROPHONE_UNAVAILABLE', { message, ...(remedy && { remedy }) }));
    return [error.message, error.hint];
  };
  assert.deepEqual(said('The microphone "Studio (USB)" is not there.', say('chooseOtherMicrophone')), [
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

test('between Japanese sentences there is no space', () => {
  const english = reworded(
    'window',
    new AppError('MICROPHONE_UNAVAILABLE', {
      message: 'The microphone was disconnected. Nothing is being recorded.',
    }).toBody(),
  );
  const { message } = translator(japanese, 'ja')(english);
  assert.match(message, /。./u);
  assert.doesNotMatch(message, /。 /u);
  assert.equal(inOneLine('保存しました。', undefined, '続けます。'), '保存しました。続けます。');
  assert.equal(inOneLine('Saved.', '', 'Go on.'), 'Saved. Go on.');
});

test('only what Quoth says is translated, and the same object stays where nothing is', () => {
  const recording = { text: 'Copied', name: 'Copied', error: null, words: [{ message: 'Copied' }] };
  assert.equal(inGerman(recording), recording);
  const notice = withAdvice({ id: 'a', message: 'Copied' }, { hint: ['Try again.'] });
  assert.deepEqual(inGerman([{ notice }]), [
    { notice: { id: 'a', message: 'Kopiert', hint: 'Versuchen Sie es noch einmal.' } },
  ]);
});

test('a title is the user’s or a program’s own, whatever its words', () => {
  const named = { rules: [{ title: 'Microphone' }], problem: 'Microphone', reason: 'Notice' };
  assert.equal(inGerman(named), named);
});

test('a text made of many sentences that fit in part is looked at once, not once for each way to put them together', () => {
  const crafted = `${'Answered x. '.repeat(60)}And nothing that is known`;
  assert.equal(inGerman({ hint: crafted }).hint, crafted);
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

test('of two sentences that fit, the one that says more is taken', () => {
  const said = (message: string) => inGerman({ message }).message;
  assert.equal(said('This is a folder.'), 'Das ist ein Ordner.');
  assert.equal(said('/home/me is a folder.'), '/home/me ist ein Ordner.');
  assert.equal(said('The package x is not installed.'), 'Das Paket x ist nicht installiert.');
  assert.equal(
    said('Ear cannot be reached. Tried GET https://example.com/v1/models 12 s ago; no audio was sent.'),
    'Ear ist nicht erreichbar. Versucht: GET https://example.com/v1/models, vor 12 s; es wurde kein Ton gesendet.',
  );
  assert.equal(
    said('No installed speech model supports Japanese ("ja"); Whisper does.'),
    'Kein installiertes Erkennungsmodell unterstützt Japanisch („ja“), wohl aber Whisper.',
  );
});
