import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApplicationRule, Mode } from '@quoth/contract';
import { aMode } from '@quoth/contract/fixtures/shapes.ts';
import { chooseByApplication, type SeenWindow } from './choose-mode.ts';

function mode(name: string, ...applications: readonly ApplicationRule[]): Mode {
  return aMode({
    id: `00000000-0000-4000-8000-${name.padStart(12, '0')}`,
    name,
    applications: [...applications],
  });
}

test('a rule matches its program, and the title if that is known', () => {
  const rows: readonly [ApplicationRule, SeenWindow, boolean][] = [
    [{ program: 'Thunderbird' }, { program: 'thunderbird' }, true],
    [{ program: 'thunderbird' }, { program: 'Thunderbird Daily' }, false],
    [{ program: 'thunderbird*' }, { program: 'Thunderbird Daily' }, true],
    [{ program: '*term*' }, { program: 'xfce4-terminal' }, true],
    [{ program: '*term' }, { program: 'xterm' }, true],
    [{ program: '*term' }, { program: 'terminal' }, false],
    [{ program: 'a*a' }, { program: 'a' }, false],
    [{ program: 'a*b*c' }, { program: 'a-b-b-c' }, true],
    [{ program: 'a*b*c' }, { program: 'a-c-b' }, false],
    [{ program: 'a.c' }, { program: 'abc' }, false],
    [{ program: '*' }, { program: 'anything' }, true],
    [{ program: 'Caf\u00e9' }, { program: 'cafe\u0301' }, true],
    [{ program: 'firefox', title: 'github' }, { program: 'firefox', title: 'Issues · GitHub' }, true],
    [{ program: 'firefox', title: 'issue*hub' }, { program: 'firefox', title: 'Issues · GitHub' }, true],
    [
      { program: 'edge', title: 'Microsoft Edge' },
      { program: 'edge', title: 'A - Microsoft\u200b Edge' },
      true,
    ],
    [{ program: 'edge', title: 'Microsoft\u200b Edge' }, { program: 'edge', title: 'Microsoft Edge' }, true],
    [{ program: 'firefox', title: 'gitlab' }, { program: 'firefox', title: 'Issues · GitHub' }, false],
    // Titles are off, or this one has none: a rule that needs one does not fit.
    [{ program: 'firefox', title: 'github' }, { program: 'firefox' }, false],
  ];
  for (const [rule, seen, expected] of rows)
    assert.equal(
      chooseByApplication([mode('1', rule)], seen) !== undefined,
      expected,
      JSON.stringify([rule, seen]),
    );
});

test('of several rules the one with a title counts, then the order of the modes', () => {
  const seen = { program: 'firefox', title: 'Inbox' };
  const [web, mail, other] = [
    mode('1', { program: 'chromium' }, { program: 'fire*' }),
    mode('2', { program: 'firefox', title: 'inbox' }),
    mode('3', { program: 'firefox' }),
  ];
  assert.equal(chooseByApplication([web, mail, other], seen)?.mode, mail);
  assert.equal(chooseByApplication([web, other], seen)?.mode, web);
  assert.deepEqual(chooseByApplication([web, other], seen)?.rule, { program: 'fire*' });
  assert.equal(chooseByApplication([other, web], seen)?.mode, other);
  assert.equal(chooseByApplication([mode('4')], seen), undefined);
});

test('no rule takes long, whatever the rule and the title are', () => {
  const rule = { program: `${'a*'.repeat(50)}`, title: `${'*a'.repeat(148)}b` };
  const seen = { program: 'a'.repeat(1_000_000), title: 'a'.repeat(1_000_000) };
  // A pattern that is tried again at every place would not end here.
  assert.equal(chooseByApplication([mode('1', rule)], seen), undefined);
});
