import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bareModifiers, englishText, keyNames, say } from '@quoth/contract';
import { keysOf } from '../fixtures/written-keys.ts';
import { keyCodeOf } from '../native/macos.ts';
import { KeyHost } from './key-host.ts';
import { type CarbonKeys, MacKeys } from './mac-keys.ts';

/** Carbon as its headers describe it, with a keyboard that tests press. */
class StandInCarbon implements CarbonKeys {
  readonly registered = new Map<number, { keyCode: number; modifiers: number; id: number }>();
  readonly takenByOthers = new Set<number>();
  readonly down = new Set<number>();
  trusted = true;
  #listener: (id: number, isDown: boolean) => void = () => undefined;
  #queue: (() => void)[] = [];
  #last = 0;

  registerHotKey(keyCode: number, modifiers: number, id: number, options: number) {
    assert.equal(options, 1, 'exclusive, else no conflict is reported');
    if (this.takenByOthers.has(keyCode)) return { status: -9878, reference: 0 };
    this.#last += 1;
    this.registered.set(this.#last, { keyCode, modifiers, id });
    return { status: 0, reference: this.#last };
  }

  unregisterHotKey(reference: number | bigint): void {
    this.registered.delete(Number(reference));
  }

  onHotKey(listener: (id: number, isDown: boolean) => void): void {
    this.#listener = listener;
  }

  runEvents(): void {
    for (const event of this.#queue.splice(0)) event();
  }

  isKeyDown(keyCode: number): boolean {
    return this.down.has(keyCode);
  }

  isTrusted(): boolean {
    return this.trusted;
  }

  key(keyCode: number, isDown: boolean): void {
    for (const one of this.registered.values())
      if (one.keyCode === keyCode) this.#queue.push(() => this.#listener(one.id, isDown));
  }
}

test('keys are found where they lie', () => {
  assert.deepEqual(
    ['A', 'V', '5', '0', 'M', 'K', 'Space', 'F1', 'F20', 'ControlRight'].map(keyCodeOf),
    [0x00, 0x09, 0x17, 0x1d, 0x2e, 0x28, 0x31, 0x7a, 0x5a, 0x3e],
  );
  const all = [...keyNames, ...bareModifiers];
  const missing = all.filter((key) => keyCodeOf(key) === undefined);
  assert.deepEqual(missing, ['F21', 'F22', 'F23', 'F24', 'Pause', 'ScrollLock']);
  const codes = all.map(keyCodeOf).filter((code) => code !== undefined);
  assert.equal(new Set(codes).size, codes.length);
});

test('a combination is registered with its modifiers and given back', () => {
  const carbon = new StandInCarbon();
  const mac = new MacKeys(carbon);
  assert.equal(mac.register(5, keysOf('Ctrl+Alt+Shift+Super+Space')), undefined);
  assert.deepEqual([...carbon.registered.values()], [{ keyCode: 0x31, modifiers: 0x1b00, id: 5 }]);
  mac.unregister(5);
  assert.equal(carbon.registered.size, 0);
});

for (const [what, written, state, says] of [
  ['another program has it', 'Ctrl+K', 'conflict', /another program/],
  ['no Mac has it', 'Pause', 'unavailable', /no such key/],
] as const) {
  test(`what stands in the way is said: ${what}`, () => {
    const carbon = new StandInCarbon();
    carbon.takenByOthers.add(0x28);
    const mac = new MacKeys(carbon);
    const found = mac.register(1, keysOf(written));
    assert.equal(found?.state, state);
    assert.match(found ? englishText(found.problem) : '', says);
    assert.equal(mac.register(2, keysOf('Ctrl+Alt+D')), undefined, 'another one is free');
  });
}

test('presses and releases are reported, even if the state of keys cannot be read', () => {
  const carbon = new StandInCarbon();
  const reported: string[] = [];
  const host = new KeyHost(new MacKeys(carbon), (event, action) => reported.push(`${action} ${event}`));
  host.bind([{ action: 'pushToTalk', keys: keysOf('F9') }]);
  carbon.key(0x65, true);
  host.turn();
  host.turn();
  carbon.key(0x65, false);
  host.turn();
  assert.deepEqual(reported, ['pushToTalk down', 'pushToTalk up']);
});

test('a modifier alone needs the permission; its missed release is seen', () => {
  const carbon = new StandInCarbon();
  carbon.trusted = false;
  const reported: string[] = [];
  const host = new KeyHost(new MacKeys(carbon), (event, action) => reported.push(`${action} ${event}`));
  const bindings = [{ action: 'pushToTalk' as const, keys: keysOf('AltRight') }];
  assert.deepEqual(host.bind(bindings).get('pushToTalk')?.problem, say('macHidesModifiers'));
  carbon.trusted = true;
  assert.deepEqual(host.bind(bindings), new Map());
  carbon.down.add(0x3d);
  host.hold('pushToTalk');
  host.turn();
  carbon.down.clear();
  host.turn();
  assert.deepEqual(reported, ['pushToTalk up']);
});
