import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTranslator } from 'use-intl';
import { en } from '../../text/en.ts';
import { askedOf } from './cancel-asked.ts';

test('a first press that asks is answered by the keys to press again, for its own recording only', () => {
  const asked = { id: 'a', shortcut: 'Escape', ms: 3_000 };
  const t = createTranslator({ locale: 'en', messages: en, namespace: 'record' });
  assert.equal(t('cancelAgain', { keys: askedOf(asked, 'a') ?? '' }), 'Esc again to cancel');
  assert.equal(askedOf({ ...asked, shortcut: 'Ctrl+Escape' }, 'a'), 'Ctrl+Esc');
  assert.equal(askedOf(asked, 'b'), undefined);
  assert.equal(askedOf(asked, undefined), undefined);
  assert.equal(askedOf(undefined, 'a'), undefined);
});
