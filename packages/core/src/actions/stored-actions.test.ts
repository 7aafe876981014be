import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTriggered, type TranscribedFacts, type TriggeredAction } from './stored-actions.ts';

const usual: TriggeredAction = { sources: ['dictation'], modes: null, isOff: false };
const dictation: TranscribedFacts = {
  source: 'dictation',
  isByProgram: false,
  isByAction: false,
  run: 1,
  isInTrash: false,
  modeId: 'mail',
  text: 'Hello.',
};

const cases: readonly [name: string, action: Partial<TriggeredAction>, Partial<TranscribedFacts>, boolean][] =
  [
    ['a dictation', {}, {}, true],
    ['what a program sent', {}, { source: 'api', isByProgram: true }, false],
    ['what was sent with the shared token', {}, { source: 'api' }, false],
    ['what a program sent, ticked', { sources: ['api'] }, { source: 'api' }, true],
    ['what a program recorded by the microphone', {}, { isByProgram: true }, false],
    ['the same, ticked', { sources: ['api'] }, { isByProgram: true }, true],
    ['a dictation, where only programs are ticked', { sources: ['api'] }, {}, false],
    ['a file', {}, { source: 'file' }, false],
    ['a file, ticked', { sources: ['dictation', 'file'] }, { source: 'file' }, true],
    ['a retranscription', {}, { run: 2 }, false],
    [
      'what the program of an action made',
      { sources: ['dictation', 'api', 'file'] },
      { isByAction: true },
      false,
    ],
    ['one of the modes', { modes: ['note', 'mail'] }, {}, true],
    ['another mode', { modes: ['note'] }, {}, false],
    ['no mode that is known', { modes: ['note'] }, { modeId: null }, false],
    ['no text', {}, { text: ' \n' }, false],
    ['what was deleted meanwhile', {}, { isInTrash: true }, false],
    ['an action that the user paused', { isOff: true }, {}, false],
  ];

for (const [name, action, facts, expected] of cases)
  test(`${name}: ${expected ? 'triggers' : 'triggers nothing'}`, () =>
    assert.equal(isTriggered({ ...usual, ...action }, { ...dictation, ...facts }), expected));
