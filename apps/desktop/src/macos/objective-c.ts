import koffi, { type LibraryHandle } from 'koffi';
import type { LoadLibrary } from '../load-library.ts';

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

/** Objective-C's runtime (objc/runtime.h, objc/message.h), the part that is needed. Written for macOS and not run there. */
export class ObjectiveC {
  readonly #library: LibraryHandle;
  readonly #class: (name: string) => Id;
  readonly #selector: (name: string) => Id;
  readonly #push: () => Id;
  readonly #pop: (pool: Id) => void;
  readonly #senders = new Map<string, (...words: unknown[]) => unknown>();
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

  /** Sends a message whose arguments have these koffi types. objc_msgSend has the prototype of the method that it calls. */
  send<Result>(
    receiver: Id,
    selector: string,
    result: string,
    types: readonly string[] = [],
    words: readonly unknown[] = [],
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
    return sender(receiver, this.selector(selector), ...words) as Result;
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
  set(receiver: Id, selector: string, isSo: boolean): void {
    this.send(receiver, selector, 'void', ['bool'], [isSo]);
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

  /** The number at this key of an NSDictionary; undefined if there is none. */
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
