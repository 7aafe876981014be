import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ModelLoans } from './model-files.ts';

test('a model is lent until its last borrower gives it back, each of them once', () => {
  const loans = new ModelLoans();
  assert(!loans.isLent('tiny'));
  const first = loans.lend('tiny');
  const second = loans.lend('tiny');
  first();
  first();
  assert(loans.isLent('tiny'));
  assert(!loans.isLent('large'));
  second();
  assert(!loans.isLent('tiny'));
});
