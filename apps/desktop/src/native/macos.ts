import koffi, { type LibraryHandle } from 'koffi';
import type { LoadLibrary } from './system-turns.ts';

/** An object, a class or a selector: an address, 0 for nil. */
export type Id = number | bigint;

/** Where macOS has its frameworks. The files are in the loader's cache and are found anyway. */
export function framework(name: string, load: LoadLibrary): LibraryHandle {
  return load(`/System/Library/Frameworks/${name}.framework/${name}`);
}

/** CGPoint, CGSize and CGRect (CGGeometry.h), by value. */
export interface MacRectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
koffi.struct('QuothPoint', { x: 'double', y: 'double' });
koffi.struct('QuothSize', { width: 'double', height: 'double' });
koffi.struct('QuothRectangle', { x: 'double', y: 'double', width: 'double', height: 'double' });

/**
 * Objective-C's runtime (objc/runtime.h, objc/message.h), the part that is needed. Written for macOS and not run there.
 */
export class ObjectiveC {
  readonly #library: LibraryHandle;
  readonly #class: (name: string) => Id;
  readonly #selector: (name: string) => Id;
  readonly #push: () => Id;
  readonly #pop: (pool: Id) => void;
  readonly #senders = new Map<string, (...args: unknown[]) => unknown>();
  readonly #selectors = new Map<string, Id>();

  constructor(load: LoadLibrary) {
    const library = load('/usr/lib/libobjc.A.dylib');
    this.#library = library;
    this.#class = library.func('intptr_t objc_getClass(const char *name)');
    this.#selector = library.func('intptr_t sel_registerName(const char *name)');
    this.#push = library.func('intptr_t objc_autoreleasePoolPush()');
    this.#pop = library.func('void objc_autoreleasePoolPop(intptr_t pool)');
    // Its classes exist once it is loaded.
    framework('AppKit', load);
  }

  classOf(name: string): Id {
    return this.#class(name);
  }

  selector(name: string): Id {
    let selector = this.#selectors.get(name);
    if (selector === undefined) {
      selector = this.#selector(name);
      this.#selectors.set(name, selector);
    }
    return selector;
  }

  /**
   * Sends a message whose arguments have these koffi types. objc_msgSend has the prototype of the method that it calls.
   */
  send<Result>(
    receiver: Id,
    selector: string,
    result: string,
    types: readonly string[] = [],
    args: readonly unknown[] = [],
  ): Result {
    const signature = `${result} ${types.join()}`;
    let sender = this.#senders.get(signature);
    if (!sender) {
      // On x64, results that are returned in memory need another function (objc/message.h).
      const isReturnedInMemory = result === 'QuothRectangle' && process.arch === 'x64';
      const name = isReturnedInMemory ? 'objc_msgSend_stret' : 'objc_msgSend';
      sender = this.#library.func(name, result, ['intptr_t', 'intptr_t', ...types]);
      this.#senders.set(signature, sender);
    }
    return sender(receiver, this.selector(selector), ...args) as Result;
  }

  /** Sends a message that takes objects and returns one. */
  ask(receiver: Id, selector: string, ...objects: readonly Id[]): Id {
    return this.send<Id>(
      receiver,
      selector,
      'intptr_t',
      objects.map(() => 'intptr_t'),
      objects,
    );
  }

  /** A new object, owned by the caller. */
  create(className: string): Id {
    return this.ask(this.ask(this.classOf(className), 'alloc'), 'init');
  }

  /** Sends a message with one boolean argument and no result. */
  set(receiver: Id, selector: string, isOn: boolean): void {
    this.send(receiver, selector, 'void', ['bool'], [isOn]);
  }

  /** Runs the work with an autorelease pool. */
  pooled<Result>(work: () => Result): Result {
    const pool = this.#push();
    try {
      return work();
    } finally {
      this.#pop(pool);
    }
  }

  /** An NSString. Its text must not contain zeros. */
  string(text: string): Id {
    return this.send(
      this.classOf('NSString'),
      'stringWithUTF8String:',
      'intptr_t',
      ['str'],
      [text.replaceAll('\0', '')],
    );
  }

  /** The text of an NSString; undefined for nil. */
  textOf(string: Id): string | undefined {
    return Number(string) === 0
      ? undefined
      : (this.send<string | null>(string, 'UTF8String', 'str') ?? undefined);
  }

  /** The elements of an NSArray. */
  itemsOf(array: Id): Id[] {
    const count = Number(array) === 0 ? 0 : Number(this.send<Id>(array, 'count', 'size_t'));
    return Array.from({ length: count }, (_, at) =>
      this.send<Id>(array, 'objectAtIndex:', 'intptr_t', ['size_t'], [at]),
    );
  }

  /** An NSArray of these. */
  array(items: readonly Id[]): Id {
    const array = this.ask(this.classOf('NSMutableArray'), 'array');
    for (const item of items) this.send(array, 'addObject:', 'void', ['intptr_t'], [item]);
    return array;
  }

  /** The number at this key of an NSDictionary; undefined if none exists. */
  numberAt(dictionary: Id, key: string): number | undefined {
    const found = this.ask(dictionary, 'objectForKey:', this.string(key));
    return Number(found) === 0 ? undefined : this.send<number>(found, 'intValue', 'int');
  }

  /** A subclass of NSObject, with methods that take objects and return nothing. */
  createClass(name: string, methods: Readonly<Record<string, (...objects: Id[]) => void>>): Id {
    const allocate = this.#library.func(
      'intptr_t objc_allocateClassPair(intptr_t superclass, const char *name, size_t extraBytes)',
    );
    const add = this.#library.func(
      'bool class_addMethod(intptr_t class_, intptr_t selector, void *implementation, const char *types)',
    );
    const register = this.#library.func('void objc_registerClassPair(intptr_t class_)');
    const made: Id = allocate(this.classOf('NSObject'), name, 0);
    for (const [selector, method] of Object.entries(methods)) {
      const count = selector.split(':').length - 1;
      const type = koffi.proto(`${name}_${selector.replaceAll(':', '_')}`, 'void', [
        'intptr_t',
        'intptr_t',
        ...Array.from({ length: count }, () => 'intptr_t'),
      ]);
      // For as long as the process lives, like the class. Self and selector come first, and are known.
      const implementation = koffi.register(
        (_self: Id, _selector: Id, ...objects: Id[]) => method(...objects),
        koffi.pointer(type),
      );
      add(made, this.selector(selector), implementation, `v@:${'@'.repeat(count)}`);
    }
    register(made);
    return made;
  }
}

/**
 * Whether macOS lets this program press and watch keys (HIServices, AXIsProcessTrusted). It may change at any moment.
 * Not run on macOS.
 */
export function loadAccessibility(load: LoadLibrary = koffi.load): () => boolean {
  const isTrusted: () => number = framework('ApplicationServices', load).func('uint8_t AXIsProcessTrusted()');
  return () => isTrusted() !== 0;
}

/** Virtual key codes by our names (Carbon, Events.h, kVK_*): the position of a key, whatever is printed on it. */
const places: Readonly<Record<string, number>> = {
  Enter: 0x24,
  Tab: 0x30,
  Space: 0x31,
  Backspace: 0x33,
  Escape: 0x35,
  SuperRight: 0x36,
  SuperLeft: 0x37,
  ShiftLeft: 0x38,
  AltLeft: 0x3a,
  ControlLeft: 0x3b,
  ShiftRight: 0x3c,
  AltRight: 0x3d,
  ControlRight: 0x3e,
  Menu: 0x6e,
  Insert: 0x72,
  Home: 0x73,
  PageUp: 0x74,
  Delete: 0x75,
  End: 0x77,
  PageDown: 0x79,
  Left: 0x7b,
  Right: 0x7c,
  Down: 0x7d,
  Up: 0x7e,
};

/** F1 to F20; there are no others, and none for Pause and ScrollLock. */
const functionKeys: readonly number[] = [
  0x7a, 0x78, 0x63, 0x76, 0x60, 0x61, 0x62, 0x64, 0x65, 0x6d, 0x67, 0x6f, 0x69, 0x6b, 0x71, 0x6a, 0x40, 0x4f,
  0x50, 0x5a,
];

/** Letters and digits on an American keyboard, at their codes from 0x00 on. */
const american = 'ASDFHGZXCV BQWERYT123465 97 80 OU IP LJ K    NM';

/** A key by its position on an American keyboard. Undefined if a Mac has no such key. */
export function keyCodeOf(key: string): number | undefined {
  const functionKey = /^F(\d+)$/.exec(key)?.[1];
  if (functionKey !== undefined) return functionKeys[Number(functionKey) - 1];
  return /^[A-Z0-9]$/.test(key) ? american.indexOf(key) : places[key];
}

/**
 * NSApplicationActivationPolicyAccessory: no icon in the Dock, no menu bar, never in front by itself
 * (NSRunningApplication.h).
 */
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

/**
 * Makes this process an application with windows or menus but no Dock icon. Only on the main thread. Not run on macOS.
 */
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

  /**
   * Handles events until none is left; waits at most this long for the first. `onEvent` gets each before AppKit does.
   * Blocks while a menu is open.
   */
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

/** Pixels in rows from the top: blue, green, red, alpha. */
export interface MacPixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
  readonly isPremultiplied: boolean;
}

/** CGImage.h: kCGImageAlphaPremultipliedFirst, kCGImageAlphaFirst, kCGBitmapByteOrder32Little. */
const PREMULTIPLIED_FIRST = 2;
const STRAIGHT_FIRST = 4;
const LITTLE_ENDIAN = 2 << 12;

/** Creates a CGImage for the duration of `work`; whatever retains it keeps it. Not run on macOS. */
export function loadImages(load: LoadLibrary): (pixels: MacPixels, work: (image: Id) => void) => void {
  const graphics = framework('CoreGraphics', load);
  const foundation = framework('CoreFoundation', load);
  const newData = foundation.func(
    'intptr_t CFDataCreate(intptr_t allocator, const uint8_t *bytes, intptr_t length)',
  );
  const release: (object: Id) => void = foundation.func('void CFRelease(intptr_t object)');
  const newProvider = graphics.func('intptr_t CGDataProviderCreateWithCFData(intptr_t data)');
  const newColors = graphics.func('intptr_t CGColorSpaceCreateDeviceRGB()');
  const newImage = graphics.func(
    'intptr_t CGImageCreate(size_t width, size_t height, size_t bitsPerComponent, size_t bitsPerPixel, size_t bytesPerRow, intptr_t colors, uint32_t info, intptr_t provider, intptr_t decode, bool interpolates, int32_t intent)',
  );
  return ({ width, height, pixels, isPremultiplied }, work) => {
    const data = newData(0, pixels, pixels.length);
    const provider = newProvider(data);
    const colors = newColors();
    const info = LITTLE_ENDIAN | (isPremultiplied ? PREMULTIPLIED_FIRST : STRAIGHT_FIRST);
    const image = newImage(width, height, 8, 32, width * 4, colors, info, provider, 0, false, 0);
    work(image);
    for (const made of [image, colors, provider, data]) if (Number(made) !== 0) release(made);
  };
}
