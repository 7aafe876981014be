import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mode } from '@quoth/contract';
import { aMode } from '@quoth/contract/fixtures/shapes.ts';
import {
  changesOf,
  draftOf,
  editedDraft,
  freeName,
  parseModes,
  printModes,
  textOfWords,
  transcriberOf,
  withChange,
  withoutSaved,
  withTranscriber,
  wordsOf,
} from './mode-draft.ts';

const mode = aMode();

test('only what was changed is sent', () => {
  const draft = draftOf(mode);
  assert.deepEqual(changesOf(draft, mode), {});
  assert.deepEqual(changesOf({ ...draft, language: 'de', customVocabulary: ['x'] }, mode), {
    language: 'de',
    customVocabulary: ['x'],
  });
  assert.deepEqual(changesOf({ ...draft, englishSpelling: null }, { ...mode, englishSpelling: 'british' }), {
    englishSpelling: null,
  });
});

test('what a person did not touch follows the mode; only what was touched is sent', () => {
  const elsewhere: Mode = { ...mode, language: 'de', model: 'cloud', cloudProvider: 'deepgram' };
  assert.deepEqual(editedDraft(elsewhere, {}), draftOf(elsewhere));
  const edits = withChange(mode, {}, { ...draftOf(mode), name: 'Yours' });
  assert.deepEqual(edits, { name: 'Yours' });
  assert.deepEqual(changesOf(edits, elsewhere), { name: 'Yours' });
  assert.equal(editedDraft(elsewhere, edits).language, 'de');
  assert.deepEqual(withChange(mode, edits, { name: 'Mine' }), {}, 'set back is not touched');
});

test('who transcribes is held as a whole: no model of one provider is sent to another', () => {
  const edits = withChange(mode, {}, withTranscriber(draftOf(mode), 'cloud/openai'));
  const elsewhere: Mode = {
    ...mode,
    model: 'cloud',
    cloudProvider: 'deepgram',
    cloudTranscriptionModel: 'nova-3',
  };
  assert.deepEqual(changesOf(edits, elsewhere), { cloudProvider: 'openai', cloudTranscriptionModel: null });
});

test('a cloud model in one word fills the fields that the editor has for it, and stays as it is until they change', () => {
  const written: Mode = { ...mode, model: 'deepgram/nova-3' };
  const draft = draftOf(written);
  assert.deepEqual(
    [draft.model, draft.cloudProvider, draft.cloudTranscriptionModel],
    ['cloud', 'deepgram', 'nova-3'],
  );
  assert.equal(transcriberOf(draftOf({ ...mode, model: 'Cloud', cloudProvider: 'groq' })), 'cloud/groq');
  assert.deepEqual(changesOf(withChange(written, {}, { name: 'Yours' }), written), { name: 'Yours' });
  const edits = withChange(written, {}, { cloudTranscriptionModel: 'nova-2' });
  assert.deepEqual(changesOf(edits, written), {
    model: 'cloud',
    cloudProvider: 'deepgram',
    cloudTranscriptionModel: 'nova-2',
  });
});

test('what is typed while the mode is saved stays', () => {
  const sent = { name: 'Yours', language: 'de' };
  assert.deepEqual(withoutSaved({ ...sent, name: 'Ours' }, sent), { name: 'Ours' });
});

test('words are read as they are typed, and shown as they are once they are others', () => {
  assert.deepEqual(wordsOf(' one \n\ntwo words\n'), ['one', 'two words']);
  assert.equal(textOfWords(['one'], 'one\n'), 'one\n');
  assert.equal(textOfWords(['two', 'three'], 'one\n'), 'two\nthree');
});

test('who transcribes is one choice, and a model of another provider does not stay', () => {
  const draft = { ...draftOf(mode), cloudTranscriptionModel: 'nova-3' };
  assert.equal(transcriberOf(draft), 'auto');
  const cloud = withTranscriber(draft, 'cloud/deepgram');
  assert.deepEqual(
    [cloud.model, cloud.cloudProvider, cloud.cloudTranscriptionModel],
    ['cloud', 'deepgram', null],
  );
  assert.equal(transcriberOf(cloud), 'cloud/deepgram');
  const chosen = { ...cloud, cloudTranscriptionModel: 'nova-3' };
  assert.equal(withTranscriber(chosen, 'cloud/deepgram').cloudTranscriptionModel, 'nova-3');
  assert.equal(withTranscriber(chosen, 'moonshine-tiny-included').model, 'moonshine-tiny-included');
});

const writtenMode = aMode({
  language: 'de',
  customVocabulary: ['a => b'],
  isDefault: true,
  sortOrder: 3,
  isSystemProvided: true,
});

test('a mode that goes out comes in again, as a new one that is not the default', () => {
  const [body] = parseModes(printModes([writtenMode]));
  assert.equal(body?.name, 'Mine');
  assert.equal(body?.language, 'de');
  assert.deepEqual(body?.customVocabulary, ['a => b']);
  assert.equal(body?.isDefault, undefined);
  assert.doesNotMatch(printModes([writtenMode]), /3f2b8c1e|createdDate|isDefault/);
});

test('one mode, a list of modes, and files that hold none', () => {
  assert.equal(parseModes('{"name": "One"}').length, 1);
  assert.equal(parseModes('[{"name": "One"}, {"name": "Two"}, {"nothing": 1}]').length, 2);
  for (const text of ['', 'no json', '1', 'null', '{"modes": 3}', '{"name": ""}'])
    assert.deepEqual(parseModes(text), [], text);
});

test('a name that is taken gets a number', () => {
  assert.equal(freeName('Email', []), 'Email');
  assert.equal(freeName('Email', ['email']), 'Email 2');
  assert.equal(freeName('Email', ['EMAIL', 'Email 2']), 'Email 3');
  const long = 'm'.repeat(80);
  assert.equal(freeName(`${long} copy`, [long]), `${'m'.repeat(78)} 2`);
});
