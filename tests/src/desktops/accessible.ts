import { setTimeout as pause } from 'node:timers/promises';
import { type MessageBus, sessionBus } from 'dbus-native';

const ACCESSIBLE = 'org.a11y.atspi.Accessible';
const FOCUSED = 12;
const LOOK_MS = 100;
const PATIENCE_MS = 30_000;

/** A widget of a program, as the desktop's accessibility service (AT-SPI) shows it to a blind person's reader. */
export interface Widget {
  readonly bus: string;
  readonly path: string;
  readonly name: string;
  readonly role: string;
  readonly isFocused: boolean;
}

/** Reads and presses the widgets of programs by AT-SPI, as a person would by hand. */
export class Accessibility {
  readonly #bus: MessageBus;

  private constructor(bus: MessageBus) {
    this.#bus = bus;
  }

  static async open(session: MessageBus): Promise<Accessibility> {
    const address = await session.invoke<string>({
      destination: 'org.a11y.Bus',
      path: '/org/a11y/bus',
      interface: 'org.a11y.Bus',
      member: 'GetAddress',
    });
    const bus = sessionBus({ busAddress: address });
    await bus.invokeDbus({ member: 'GetId' });
    return new Accessibility(bus);
  }

  /** Every widget of the programs whose name holds this. */
  async widgets(program: string): Promise<Widget[]> {
    const roots = await this.#children('org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root');
    const found: Widget[] = [];
    for (const [bus, path] of roots) {
      const name = await this.#property(bus, path, 'Name').catch(() => '');
      if (String(name).toLowerCase().includes(program)) await this.#collect(bus, path, found, 0);
    }
    return found;
  }

  /** The first widget that matches, as soon as there is one. */
  async find(
    program: string,
    matches: (widget: Widget) => boolean,
    what: string,
    patienceMs = PATIENCE_MS,
  ): Promise<Widget> {
    const end = performance.now() + patienceMs;
    for (;;) {
      const found = (await this.widgets(program)).find(matches);
      if (found) return found;
      if (performance.now() > end) {
        const all = await this.widgets('');
        const own = await this.widgets(program);
        const seen = [...all.filter(({ role, isFocused }) => role === 'application' || isFocused), ...own]
          .map(({ role, name }) => `${role} ${name}`)
          .slice(0, 80);
        throw new Error(`${program}: no ${what}. On the screen: ${seen.join(', ')}`);
      }
      await pause(LOOK_MS);
    }
  }

  /** Presses the first widget that matches and can be pressed: labels have the same name, and cannot. */
  async press(
    program: string,
    matches: (widget: Widget) => boolean,
    what: string,
    patienceMs = PATIENCE_MS,
  ): Promise<void> {
    const pressed = new Set<string>();
    for (let tries = 0; tries < 20; tries++) {
      const isNew = (widget: Widget) => matches(widget) && !pressed.has(widget.path);
      const widget = await this.find(program, isNew, what, patienceMs);
      pressed.add(widget.path);
      const { bus, path } = widget;
      const isDone = await this.#ask(bus, path, 'org.a11y.atspi.Action', 'DoAction', 'i', [0]).catch(
        () => false,
      );
      if (isDone === true) return;
    }
    throw new Error(`${program}: the ${what} cannot be pressed.`);
  }

  /** The first widget of this role, level by level: menus are deep, and not walked through first. */
  async findRole(program: string, role: string, patienceMs = PATIENCE_MS): Promise<Widget> {
    const end = performance.now() + patienceMs;
    while (performance.now() < end) {
      const roots = await this.#children('org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root');
      let level: [string, string][] = [];
      for (const [bus, path] of roots)
        if (String(await this.#property(bus, path, 'Name').catch(() => '')).includes(program))
          level.push([bus, path]);
      for (let depth = 0; depth < 20 && level.length > 0; depth++) {
        const roles = await Promise.all(
          level.map(([bus, path]) => this.#ask(bus, path, ACCESSIBLE, 'GetRoleName').catch(() => '')),
        );
        const [bus, path] = level[roles.indexOf(role)] ?? [];
        if (bus !== undefined && path !== undefined) return { bus, path, name: '', role, isFocused: false };
        level = (await Promise.all(level.map((at) => this.#children(...at)))).flat().slice(0, 3_000);
      }
      await pause(LOOK_MS);
    }
    throw new Error(`${program}: no ${role}.`);
  }

  /** The text of what is inside it, a line for each. */
  async lines({ bus, path }: Widget): Promise<string> {
    const lines = await this.#children(bus, path);
    const texts = lines.map(([of, at]) => this.#ask(of, at, 'org.a11y.atspi.Text', 'GetText', 'ii', [0, -1]));
    return (await Promise.all(texts)).join('\n');
  }

  /** All of its text. */
  async text({ bus, path }: Widget): Promise<string> {
    return String(await this.#ask(bus, path, 'org.a11y.atspi.Text', 'GetText', 'ii', [0, -1]));
  }

  async #collect(bus: string, path: string, into: Widget[], depth: number): Promise<void> {
    if (depth > 40 || into.length > 3_000) return;
    const [name, role, state] = await Promise.all([
      this.#property(bus, path, 'Name').catch(() => ''),
      this.#ask(bus, path, ACCESSIBLE, 'GetRoleName').catch(() => ''),
      this.#ask(bus, path, ACCESSIBLE, 'GetState').catch(() => []),
    ]);
    const isFocused = ((Number((state as number[])[0] ?? 0) >>> FOCUSED) & 1) === 1;
    into.push({ bus, path, name: String(name), role: String(role), isFocused });
    for (const [childBus, child] of await this.#children(bus, path))
      await this.#collect(childBus, child, into, depth + 1);
  }

  async #children(bus: string, path: string): Promise<[string, string][]> {
    return (await this.#ask(bus, path, ACCESSIBLE, 'GetChildren').catch(() => [])) as [string, string][];
  }

  #property(bus: string, path: string, name: string): Promise<unknown> {
    return this.#ask(bus, path, 'org.freedesktop.DBus.Properties', 'Get', 'ss', [ACCESSIBLE, name]);
  }

  #ask(
    destination: string,
    path: string,
    from: string,
    member: string,
    signature?: string,
    body?: readonly unknown[],
  ): Promise<unknown> {
    const message = { destination, path, interface: from, member };
    const call = signature && body ? { ...message, signature, body: [...body] } : message;
    return Promise.resolve(this.#bus.invoke(call, { timeout: 2_000 }));
  }
}
