import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  isOver,
  isPasswordPrompt,
  isTerminal,
  keyBehind,
  onOneLine,
  PATIENCE_MS,
  type PasteEvent,
  QUIET_MS,
  startPaste,
  stepPaste,
  stepsBack,
} from './pasting.ts';

test('a key follows a text in a program with a name that was given, in full, or where it was spoken', () => {
  const sending = { key: 'ctrl-enter', programs: ['Slack', 'org.example.Editor'] } as const;
  for (const [program, key] of [
    ['slack', 'ctrl-enter'],
    ['ORG.example.editor', 'ctrl-enter'],
    ['slack-term', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const) {
    assert.equal(keyBehind({ pressEnter: false, sending }, program), key);
    assert.equal(keyBehind({ pressEnter: true, sending }, program), 'enter');
    assert.equal(keyBehind({ pressEnter: false }, program), undefined);
  }
});

const asked = (now: number, byTarget = true): PasteEvent => ({ type: 'asked', byTarget, now });
const served = (now: number, isWhole = true): PasteEvent => ({ type: 'served', isWhole, now });
const tick = (now: number): PasteEvent => ({ type: 'tick', now });
const superseded: PasteEvent = { type: 'superseded' };

for (const [what, events, phase] of [
  ['no one asks', [tick(PATIENCE_MS)], 'not-asked'],
  ['a target that is busy is waited for', [tick(700)], 'waiting'],
  ['a manager asks, the target does not', [asked(5, false), tick(1_000)], 'waiting'],
  ['the target asks and has it', [asked(5), served(6), tick(6 + QUIET_MS)], 'pasted'],
  ['it asks for another form', [asked(5), served(6), asked(90), served(91), tick(120)], 'asked'],
  [
    'a busy target is given longer to ask again',
    [{ type: 'looked', now: 400 }, asked(410), served(411), tick(411 + QUIET_MS * 3)],
    'asked',
  ],
  [
    'other questions of the target are a sign that it is not done',
    [asked(5), served(6), { type: 'looked', now: 180 }, tick(10 + QUIET_MS), tick(179 + QUIET_MS)],
    'asked',
  ],
  ['a large text is still being handed over', [asked(5), tick(3_000)], 'asked'],
  ['the hand-over breaks off', [asked(5), served(9, false)], 'not-asked'],
  ['another program copies before the target asks', [superseded], 'superseded'],
  ['another program copies when the target has it', [asked(5), served(6), superseded], 'pasted'],
] as const) {
  test(what, () => {
    assert.equal(events.reduce(stepPaste, startPaste(0)).phase, phase);
  });
}

test('whatever happens in whatever order, nothing counts as pasted that the target did not ask for', () => {
  const event = fc.oneof(
    fc.record({ type: fc.constant('asked' as const), byTarget: fc.boolean(), now: fc.nat(9_000) }),
    fc.record({ type: fc.constant('served' as const), isWhole: fc.boolean(), now: fc.nat(9_000) }),
    fc.constant(superseded),
    fc.record({ type: fc.constantFrom('tick' as const, 'looked' as const), now: fc.nat(9_000) }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30, size: 'max' }), (events) => {
      const end = events.reduce<ReturnType<typeof startPaste>>(stepPaste, startPaste(0));
      const wasAsked = events.some((one) => one.type === 'asked' && one.byTarget);
      assert(end.phase !== 'pasted' || wasAsked);
      // And it always ends, by time alone.
      const later = [
        tick(20_000),
        served(20_000),
        served(20_000),
        ...events.map(() => served(20_000)),
        tick(30_000),
      ];
      assert(isOver(later.reduce(stepPaste, end)));
    }),
  );
});

test('terminals and password prompts are known by their class, and terminals get one line', () => {
  assert(
    isTerminal('XTerm') && isTerminal('Xfce4-terminal') && !isTerminal('Mousepad') && !isTerminal(undefined),
  );
  const asking =
    'Pinentry-gtk-2 Gcr-prompter org.gnupg.pinentry-qt org.kde.ksshaskpass org.kde.polkit-kde-1 consent.exe';
  for (const program of asking.split(' ')) assert(isPasswordPrompt(program), program);
  assert(!isPasswordPrompt('Firefox') && !isPasswordPrompt('org.kde.kate'));
  assert.equal(onOneLine('rm -rf /\n'), 'rm -rf /');
  assert.equal(onOneLine('one \r\n\r\n two\u2028three'), 'one two three');
});

for (const [what, text, behindCursor, isTerminal, steps] of [
  ['no cursor place', 'Dear Anna', undefined, false, 0],
  ['letters of several parts count as one', 'Dear 👩‍👩‍👧é!', '👩‍👩‍👧é!', false, 3],
  ['lines count as one each', 'Dear ,\n\nBye', ',\n\nBye', false, 6],
  ['in a terminal all is on one line', 'git commit -m ""\n\n# note', '"\n\n# note', true, 8],
  ['the end is another than was written', 'Dear Anna', 'Bye', false, 0],
  ['too far away', `a${'b'.repeat(1_001)}`, 'b'.repeat(1_001), false, 0],
] as const)
  test(`steps back to the cursor's place: ${what}`, () => {
    assert.equal(stepsBack({ text, behindCursor }, { isTerminal }), steps);
  });
