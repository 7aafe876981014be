/**
 * The part of npm `x11` (4.2.2, JavaScript without types) that is used here; docs/core-requests.md of the package is
 * the source.
 */
declare module 'x11' {
  /** Returning true tells the library that the error has been dealt with. */
  type Done<T> = (error: XProtocolError | null | undefined, value: T) => boolean;

  /** `error` is the protocol's number: 3 BadWindow, 10 BadAccess; undefined for an error of the connection. */
  interface XProtocolError extends Error {
    readonly error?: number;
  }

  interface XScreen {
    readonly root: number;
    readonly root_visual: number;
    readonly root_depth: number;
    readonly pixel_width: number;
    readonly pixel_height: number;
    /** Depth, then id of the visual. Class 4 is TrueColor. */
    readonly depths: Readonly<
      Record<string, Readonly<Record<string, { readonly vid: number; readonly class: number }>>>
    >;
  }

  interface XDisplayFacts {
    readonly client: XClient;
    readonly screen: readonly XScreen[];
    readonly min_keycode: number;
    readonly max_keycode: number;
    /** In units of four bytes. */
    readonly max_request_length: number;
    readonly resource_mask: number;
  }

  /**
   * Every event carries `name`; `wid` is the window that it is about. The rest depends on the name
   * (docs/core-events.md).
   */
  interface XEventFields {
    readonly name?: string;
    readonly type: number;
    readonly wid?: number;
    /** KeyPress, KeyRelease, ButtonPress, ButtonRelease: key code or button. */
    readonly keycode?: number;
    /** Milliseconds of the server's clock. */
    readonly time?: number;
    /** Modifiers and buttons that were held before the event. */
    readonly buttons?: number;
    readonly x?: number;
    readonly y?: number;
    readonly rootx?: number;
    readonly rooty?: number;
    readonly width?: number;
    readonly height?: number;
    readonly atom?: number;
    /** PropertyNotify: 0 new value, 1 deleted. */
    readonly state?: number;
    readonly owner?: number;
    readonly requestor?: number;
    readonly selection?: number;
    readonly target?: number;
    readonly property?: number;
    /** MappingNotify: 0 modifiers, 1 keyboard, 2 pointer. */
    readonly request?: number;
    readonly count?: number;
    readonly data?: readonly number[];
    readonly message_type?: number;
    /** Events of the input extension: key code or button. */
    readonly detail?: number;
  }

  interface XProperty {
    /** An atom; 0 where there is no such property. */
    readonly type: number;
    readonly format: 0 | 8 | 16 | 32;
    readonly bytesAfter: number;
    readonly data: Buffer;
  }

  interface XtestExtension {
    readonly KeyPress: number;
    readonly KeyRelease: number;
    readonly ButtonPress: number;
    readonly ButtonRelease: number;
    readonly MotionNotify: number;
    FakeInput(type: number, keycode: number, time: number, window: number, x: number, y: number): void;
  }

  interface XfixesExtension {
    readonly firstEvent: number;
    SelectSelectionInput(window: number, selection: number, mask: number): void;
  }

  interface XInputExtension {
    readonly AllMasterDevices: number;
    readonly EventMask: {
      readonly RawKeyPress: number;
      readonly RawKeyRelease: number;
      readonly RawButtonPress: number;
    };
    XISelectEvents(window: number, selected: { readonly deviceId: number; readonly mask: number }): void;
  }

  interface XResExtension {
    /** `value` holds the process id for mask 2 (LocalClientPID). */
    QueryClientIds(
      specs: readonly { readonly client: number; readonly mask: number }[],
      done: Done<
        readonly { readonly client: number; readonly mask: number; readonly value: readonly number[] }[]
      >,
    ): void;
  }

  interface XRectangle {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }

  interface XShapeExtension {
    readonly Kind: { readonly Bounding: number; readonly Clip: number; readonly Input: number };
    readonly Op: { readonly Set: number };
    Rectangles(
      operation: number,
      kind: number,
      window: number,
      x: number,
      y: number,
      rectangles: readonly (readonly [number, number, number, number])[],
      ordering?: number,
    ): void;
  }

  interface XXineramaExtension {
    /** The first one is the main screen. */
    QueryScreens(done: Done<readonly XRectangle[]>): void;
  }

  interface XClient {
    readonly display: XDisplayFacts;
    /** What is known of names; by default one object for all clients (lib/xcore.js). */
    atoms: Readonly<Record<string, number>>;
    on(event: 'event', listener: (event: XEventFields) => void): this;
    on(event: 'end', listener: () => void): this;
    on(event: 'error', listener: (error: XProtocolError) => void): this;
    AllocID(): number;
    sync(done: (error: XProtocolError | null) => void): void;
    /** Ends the connection at once. */
    terminate(): void;
    require(name: 'xtest', done: (error: Error | null, extension: XtestExtension) => void): void;
    require(name: 'fixes', done: (error: Error | null, extension: XfixesExtension) => void): void;
    require(name: 'xinput', done: (error: Error | null, extension: XInputExtension) => void): void;
    require(name: 'res', done: (error: Error | null, extension: XResExtension) => void): void;
    require(name: 'shape', done: (error: Error | null, extension: XShapeExtension) => void): void;
    require(name: 'xinerama', done: (error: Error | null, extension: XXineramaExtension) => void): void;

    InternAtom(onlyIfExists: boolean, name: string, done: Done<number>): void;
    GetAtomName(atom: number, done: Done<string>): void;
    GetProperty(
      erase: 0 | 1,
      window: number,
      property: number,
      type: number,
      offset: number,
      length: number,
      done: Done<XProperty>,
    ): void;
    ChangeProperty(
      mode: 0 | 1 | 2,
      window: number,
      property: number,
      type: number,
      format: 8 | 16 | 32,
      data: Buffer | readonly number[] | string,
      done?: Done<unknown>,
    ): void;
    DeleteProperty(window: number, property: number, done?: Done<unknown>): void;
    CreateWindow(
      id: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      borderWidth: number,
      depth: number,
      windowClass: number,
      visual: number,
      values: Readonly<Record<string, number | boolean>>,
      done?: Done<unknown>,
    ): void;
    MapWindow(window: number, done?: Done<unknown>): void;
    UnmapWindow(window: number, done?: Done<unknown>): void;
    RaiseWindow(window: number): void;
    MoveWindow(window: number, x: number, y: number): void;
    ResizeWindow(window: number, width: number, height: number): void;
    ChangeWindowAttributes(
      window: number,
      values: Readonly<Record<string, number | boolean>>,
      done?: Done<unknown>,
    ): void;
    GetWindowAttributes(
      window: number,
      done: Done<{ readonly mapState: number; readonly overrideRedirect: number }>,
    ): void;
    GetGeometry(
      drawable: number,
      done: Done<{
        readonly xPos: number;
        readonly yPos: number;
        readonly width: number;
        readonly height: number;
      }>,
    ): void;
    QueryTree(
      window: number,
      done: Done<{ readonly root: number; readonly parent: number; readonly children: readonly number[] }>,
    ): void;
    TranslateCoordinates(
      source: number,
      destination: number,
      x: number,
      y: number,
      done: Done<{ readonly destX: number; readonly destY: number }>,
    ): void;
    GetInputFocus(done: Done<{ readonly focus: number; readonly revertTo: number }>): void;
    SetInputFocus(window: number, revertTo: number): void;
    SetSelectionOwner(owner: number, selection: number, time: number): void;
    GetSelectionOwner(selection: number, done: Done<number>): void;
    ConvertSelection(
      requestor: number,
      selection: number,
      target: number,
      property: number,
      time: number,
    ): void;
    SendEvent(
      destination: number,
      propagate: boolean | 0 | 1,
      eventMask: number,
      event: Buffer | Readonly<Record<string, unknown>>,
      done?: Done<unknown>,
    ): void;
    SendClientMessage(
      destination: number,
      window: number,
      type: number,
      format: 8 | 16 | 32,
      data: readonly number[],
      eventMask?: number,
    ): void;
    GrabKey(
      window: number,
      ownerEvents: 0 | 1,
      modifiers: number,
      key: number,
      pointerMode: 0 | 1,
      keyboardMode: 0 | 1,
      done?: Done<unknown>,
    ): void;
    UngrabKey(window: number, key: number, modifiers: number, done?: Done<unknown>): void;
    QueryKeymap(done: Done<Buffer>): void;
    GetKeyboardMapping(first: number, count: number, done: Done<readonly (readonly number[])[]>): void;
    GetModifierMapping(done: Done<readonly (readonly number[])[]>): void;
    CreateGC(id: number, drawable: number, values?: Readonly<Record<string, number>>): void;
    CreateColormap(id: number, window: number, visual: number, allocation: 0 | 1): void;
    PutImage(
      format: 0 | 1 | 2,
      drawable: number,
      gc: number,
      width: number,
      height: number,
      x: number,
      y: number,
      leftPad: number,
      depth: number,
      data: Buffer,
    ): void;
  }

  interface ClientOptions {
    readonly display?: string;
    readonly shm?: false;
    readonly bufferRequests?: boolean;
    readonly auth?: { readonly name: string; readonly data: string };
  }

  interface X11Library {
    createClient(
      options: ClientOptions,
      done: (error: Error | null | undefined, display: XDisplayFacts) => void,
    ): XClient;
    readonly eventMask: Readonly<
      Record<
        | 'ButtonPress'
        | 'ButtonRelease'
        | 'PointerMotion'
        | 'Exposure'
        | 'StructureNotify'
        | 'SubstructureNotify'
        | 'SubstructureRedirect'
        | 'PropertyChange'
        | 'LeaveWindow',
        number
      >
    >;
  }

  const library: X11Library;

  export type {
    Done,
    XClient,
    XDisplayFacts,
    XEventFields,
    XfixesExtension,
    XInputExtension,
    XProperty,
    XProtocolError,
    XRectangle,
    XResExtension,
    XScreen,
    XShapeExtension,
    XtestExtension,
    XXineramaExtension,
  };
  export default library;
}
