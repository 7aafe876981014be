import { type KeyCombination, type ModifierName, say } from '@quoth/contract';
import koffi from 'koffi';
import { framework, type Id, keyCodeOf, loadAccessibility, ObjectiveC } from '../native/macos.ts';
import type { LoadLibrary } from '../native/system-turns.ts';
import type { BindingProblem } from './hotkeys.ts';
import type { KeyPress, SystemKeys } from './key-host.ts';

/** A registered key; opaque to us. */
export type HotKeyReference = number | bigint;

/**
 * The functions of Carbon and CoreGraphics that are needed (HIToolbox, CarbonEvents.h; CGEventSource.h; HIServices,
 * AXUIElement.h).
 */
export interface CarbonKeys {
  /** RegisterEventHotKey, with the dispatcher's target and this number in its id. */
  registerHotKey(
    keyCode: number,
    modifiers: number,
    id: number,
    options: number,
  ): {
    readonly status: number;
    readonly reference: HotKeyReference;
  };
  unregisterHotKey(reference: HotKeyReference): void;
  /** InstallEventHandler for kEventHotKeyPressed and kEventHotKeyReleased. */
  onHotKey(listener: (id: number, isDown: boolean) => void): void;
  /** ReceiveNextEvent, SendEventToEventTarget, until none is left; waits up to `ms` for the first one. */
  runEvents(seconds: number): void;
  /** CGEventSourceKeyState, of the hardware. */
  isKeyDown(keyCode: number): boolean;
  isTrusted(): boolean;
}

/** Carbon's modifier flags (HIToolbox, Events.h). */
const modifierBits: Readonly<Record<ModifierName, number>> = {
  Super: 0x0100,
  Shift: 0x0200,
  Alt: 0x0800,
  Ctrl: 0x1000,
};
/** Without this flag, two programs can have the same key without either knowing (CarbonEvents.h). */
const kEventHotKeyExclusive = 1;
/** CarbonEventsCore.h. */
const eventHotKeyExistsErr = -9878;

const taken: BindingProblem = { state: 'conflict', problem: say('shortcutTaken') };
const noSuchKey: BindingProblem = { state: 'unavailable', problem: say('noSuchKey') };
const refused: BindingProblem = { state: 'unavailable', problem: say('macRefusedShortcut') };
const notTrusted: BindingProblem = {
  state: 'unavailable',
  problem: say('macHidesModifiers'),
};

/** Keys by RegisterEventHotKey, which needs no permission. Written for macOS and not run there. */
export class MacKeys implements SystemKeys {
  readonly reportsReleases = true;
  readonly #carbon: CarbonKeys;
  readonly #references = new Map<number, HotKeyReference>();
  #presses: KeyPress[] = [];

  constructor(carbon: CarbonKeys) {
    this.#carbon = carbon;
    carbon.onHotKey((id, isDown) => this.#presses.push({ id, isDown }));
  }

  register(id: number, { modifiers, key }: KeyCombination): BindingProblem | undefined {
    const keyCode = keyCodeOf(key);
    if (keyCode === undefined) return noSuchKey;
    const bits = modifiers.reduce((all, name) => all | modifierBits[name], 0);
    const { status, reference } = this.#carbon.registerHotKey(keyCode, bits, id, kEventHotKeyExclusive);
    if (status !== 0) return status === eventHotKeyExistsErr ? taken : refused;
    this.#references.set(id, reference);
    return undefined;
  }

  unregister(id: number): void {
    const reference = this.#references.get(id);
    if (reference !== undefined) this.#carbon.unregisterHotKey(reference);
    this.#references.delete(id);
  }

  observingProblem(): BindingProblem | undefined {
    return this.#carbon.isTrusted() ? undefined : notTrusted;
  }

  isDown(key: string): boolean {
    const keyCode = keyCodeOf(key);
    return keyCode !== undefined && this.#carbon.isKeyDown(keyCode);
  }

  wait(ms: number): readonly KeyPress[] {
    this.#carbon.runEvents(ms / 1_000);
    const presses = this.#presses;
    this.#presses = [];
    return presses;
  }
}

/** Four letters of a code, as Carbon packs them. */
function code(letters: string): number {
  return Buffer.from(letters, 'latin1').readUInt32BE();
}

/** CarbonEvents.h. */
const keyboardClass = code('keyb');
const hotKeyPressed = 5;
const hotKeyReleased = 6;
const directObject = code('----');
const hotKeyIdType = code('hkid');
const SIGNATURE = code('Quot');
/** CGEventSource.h, kCGEventSourceStateHIDSystemState. */
const HARDWARE = 1;

/**
 * The real Carbon framework. Throws on other systems than macOS. Only on the main thread. Written for macOS and not run
 * there.
 */
export function loadCarbon(load: LoadLibrary = koffi.load): CarbonKeys {
  const carbon = framework('Carbon', load);
  const objectiveC = new ObjectiveC(load);
  const hotKeyId = koffi.struct('QuothHotKeyId', { signature: 'uint32_t', id: 'uint32_t' });
  const handlerType = koffi.proto('int32_t QuothHotKeyHandler(intptr_t next, intptr_t event, intptr_t data)');
  const register = carbon.func(
    'int32_t RegisterEventHotKey(uint32_t keyCode, uint32_t modifiers, QuothHotKeyId id, intptr_t target, uint32_t options, _Out_ intptr_t *reference)',
  );
  const unregister = carbon.func('int32_t UnregisterEventHotKey(intptr_t reference)');
  const install = carbon.func(
    'int32_t InstallEventHandler(intptr_t target, QuothHotKeyHandler *handler, size_t count, const uint32_t *types, intptr_t data, intptr_t reference)',
  );
  const dispatcher: () => Id = carbon.func('intptr_t GetEventDispatcherTarget()');
  const kindOf: (event: Id) => number = carbon.func('uint32_t GetEventKind(intptr_t event)');
  const parameterOf = carbon.func(
    'int32_t GetEventParameter(intptr_t event, uint32_t name, uint32_t type, intptr_t actualType, size_t size, intptr_t actualSize, _Out_ QuothHotKeyId *id)',
  );
  const receive = carbon.func(
    'int32_t ReceiveNextEvent(size_t count, intptr_t types, double seconds, uint8_t isPulled, _Out_ intptr_t *event)',
  );
  const dispatch = carbon.func('int32_t SendEventToEventTarget(intptr_t event, intptr_t target)');
  const releaseEvent = carbon.func('void ReleaseEvent(intptr_t event)');
  const keyState = framework('CoreGraphics', load).func(
    'bool CGEventSourceKeyState(int32_t state, uint16_t keyCode)',
  );

  return {
    registerHotKey: (keyCode, modifiers, id, options) => {
      const reference: Id[] = [0];
      const status = register(
        keyCode,
        modifiers,
        { signature: SIGNATURE, id },
        dispatcher(),
        options,
        reference,
      );
      return { status, reference: reference[0] ?? 0 };
    },
    unregisterHotKey: (reference) => unregister(reference),
    onHotKey: (listener) => {
      const handler = koffi.register((_next: Id, event: Id) => {
        const id = { signature: 0, id: 0 };
        const status = parameterOf(event, directObject, hotKeyIdType, 0, koffi.sizeof(hotKeyId), 0, id);
        if (status === 0 && id.signature === SIGNATURE) listener(id.id, kindOf(event) === hotKeyPressed);
        return 0;
      }, koffi.pointer(handlerType));
      const types = new Uint32Array([keyboardClass, hotKeyPressed, keyboardClass, hotKeyReleased]);
      install(dispatcher(), handler, 2, types, 0, 0);
    },
    runEvents: (seconds) =>
      objectiveC.pooled(() => {
        const event: Id[] = [0];
        for (let wait = seconds; receive(0, 0, wait, 1, event) === 0; wait = 0) {
          dispatch(event[0], dispatcher());
          releaseEvent(event[0]);
        }
      }),
    isKeyDown: (keyCode) => keyState(HARDWARE, keyCode),
    isTrusted: loadAccessibility(load),
  };
}
