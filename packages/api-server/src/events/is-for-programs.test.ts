import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type QuothEvent, type Settings, settingDefaults } from '@quoth/contract';
import { isForPrograms } from './is-for-programs.ts';

const partial = (more: Partial<Extract<QuothEvent, { type: 'transcript-partial' }>>) =>
  ({ type: 'transcript-partial', recordingId: 'r', text: 'so far', ...more }) as QuothEvent;
const settings = (liveTextForPrograms: boolean): Settings => ({ ...settingDefaults, liveTextForPrograms });

test('dictated text reaches programs only with permission, and never from a private dictation [DICTATION-PRIVATE-EVENTS]', () => {
  for (const [event, byPermission, without] of [
    [partial({ source: 'dictation' }), true, false],
    [partial({ source: 'dictation', private: true }), false, false],
    [partial({ source: 'api' }), true, true],
  ] as const) {
    assert.equal(isForPrograms(event, settings(true)), byPermission);
    assert.equal(isForPrograms(event, settings(false)), without);
  }
});
