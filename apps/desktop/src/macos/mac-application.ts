import type { Id, ObjectiveC } from './objective-c.ts';

/** NSApplicationActivationPolicyAccessory: no icon in the Dock, no menu bar, never in front by itself (NSRunningApplication.h). */
const ACCESSORY = 1;
/** NSEventMaskAny (NSEvent.h). */
const ANY_EVENT = 0xffff_ffff_ffff_ffffn;
/** The value of NSDefaultRunLoopMode. */
const DEFAULT_MODE = 'kCFRunLoopDefaultMode';

/** An NSEvent: its type, and its window, if any. */
export interface MacEvent {
  readonly type: number;
  readonly window: Id;
}

/** Makes this process an application with windows or menus but no Dock icon. Only on the main thread. Not run on macOS. */
export class MacApplication {
  readonly #objectiveC: ObjectiveC;
  readonly #application: Id;

  constructor(objectiveC: ObjectiveC) {
    this.#objectiveC = objectiveC;
    this.#application = objectiveC.ask(objectiveC.classOf('NSApplication'), 'sharedApplication');
    objectiveC.pooled(() => {
      objectiveC.send(this.#application, 'setActivationPolicy:', 'bool', ['intptr_t'], [ACCESSORY]);
      objectiveC.send(this.#application, 'finishLaunching', 'void');
    });
  }

  /** Whether the system's appearance is dark. */
  isDark(): boolean {
    const objectiveC = this.#objectiveC;
    return objectiveC.pooled(() => {
      const appearance = objectiveC.ask(this.#application, 'effectiveAppearance');
      return objectiveC.textOf(objectiveC.ask(appearance, 'name'))?.includes('Dark') ?? false;
    });
  }

  /** Handles events until none is left; waits at most this long for the first. `onEvent` gets each before AppKit does. Blocks while a menu is open. */
  runEvents(seconds: number, onEvent: (event: MacEvent) => void = () => undefined): void {
    const objectiveC = this.#objectiveC;
    objectiveC.pooled(() => {
      for (let wait = seconds; ; wait = 0) {
        const until = objectiveC.send<Id>(
          objectiveC.classOf('NSDate'),
          'dateWithTimeIntervalSinceNow:',
          'intptr_t',
          ['double'],
          [wait],
        );
        const event = objectiveC.send<Id>(
          this.#application,
          'nextEventMatchingMask:untilDate:inMode:dequeue:',
          'intptr_t',
          ['uint64_t', 'intptr_t', 'intptr_t', 'bool'],
          [ANY_EVENT, until, objectiveC.string(DEFAULT_MODE), true],
        );
        if (Number(event) === 0) return;
        const type = Number(objectiveC.send<Id>(event, 'type', 'size_t'));
        onEvent({ type, window: objectiveC.ask(event, 'window') });
        objectiveC.send(this.#application, 'sendEvent:', 'void', ['intptr_t'], [event]);
      }
    });
  }
}
