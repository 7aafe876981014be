import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { englishLabels } from '../fixtures/english-texts.ts';
import { StandInMacScreen } from '../fixtures/stand-in-mac-screen.ts';
import type { StandInScreen } from '../fixtures/stand-in-screen.ts';
import { StandInWindowsScreen } from '../fixtures/stand-in-windows-screen.ts';
import type { IndicatorView } from '../indicator/indicator-view.ts';
import type { IndicatorPlace } from '../indicator/process-indicator.ts';
import { IndicatorWindow } from './indicator-window.ts';
import { type Box, layoutOf } from './layout.ts';
import type { Point } from './surface.ts';

// What holds on every system, on stand-ins for Windows and macOS; on X11 process-indicator.test.ts shows it with a real
// server.

const view: IndicatorView = {
  tone: 'recording',
  size: 'full',
  appearance: 'system',
  line: 'größer こんにちは مرحبا',
  isTranscript: true,
  mode: 'Email',
  elapsedMs: 61_000,
  level: 0.4,
  buttons: ['stop', 'cancel'],
  labels: englishLabels,
  title: 'Listening',
};
const layout = layoutOf(view);

interface System {
  readonly name: string;
  readonly screen: () => StandInScreen;
  /** Lower edge of what the main screen gives programs. */
  readonly bottom: number;
  readonly width: number;
  /** A point of the screen to its right, and how many units one pixel of the layout has there. */
  readonly right: Point & { readonly unit: number };
}

const systems: readonly System[] = [
  {
    name: 'Windows',
    screen: () => new StandInWindowsScreen(),
    bottom: 1080 - 48,
    width: 1920,
    right: { x: 3_300, y: 700, unit: 1.5 },
  },
  {
    name: 'macOS',
    screen: () => new StandInMacScreen(),
    bottom: 900 - 70,
    width: 1440,
    right: { x: 2_400, y: 500, unit: 1 },
  },
];

function shownOn(screen: StandInScreen, t: TestContext, place?: IndicatorPlace) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const surface = screen.open();
  assert(surface);
  const reported: unknown[][] = [];
  const window = new IndicatorWindow(surface, (...message) => void reported.push(message));
  window.show(view, place);
  return { window, reported };
}

function cornerOn(screen: StandInScreen): Point {
  const seen = screen.seen();
  assert(seen);
  return seen.corner;
}

/** The middle of something of the layout, on the desktop. */
function middleOf(screen: StandInScreen, { x, y, width, height }: Box, unit = 1): Point {
  const corner = cornerOn(screen);
  return {
    x: Math.round(corner.x + (x + width / 2) * unit),
    y: Math.round(corner.y + (y + height / 2) * unit),
  };
}

function click(screen: StandInScreen, at: Point): void {
  screen.move(at);
  screen.press();
  screen.release();
  screen.turn();
}

for (const { name, screen: make, bottom, width, right } of systems) {
  test(`on ${name} it is shown above the lower edge, its buttons work, and the rest lets clicks through`, async (t) => {
    const screen = make();
    const { window, reported } = shownOn(screen, t);
    const seen = screen.seen();
    assert.equal(cornerOn(screen).x, Math.round((width - layout.width) / 2));
    assert(seen && seen.corner.y + seen.height <= bottom && seen.corner.y > bottom * 0.8);
    await Promise.resolve();
    assert.deepEqual(reported.splice(0), [['shown']]);

    assert(layout.text);
    click(screen, middleOf(screen, layout.text));
    assert.equal(screen.pressedBelow, 1, 'what can be seen lets a click through');
    click(screen, { x: 3, y: 3 });
    assert.equal(screen.pressedBelow, 2);
    for (const button of layout.buttons) click(screen, middleOf(screen, button));
    assert.deepEqual(reported.splice(0), [
      ['action', 'stop'],
      ['action', 'cancel'],
    ]);
    assert.equal(screen.pressedBelow, 2);
    assert(screen.isBelowInFront, 'no click took the focus');

    const [stop] = layout.buttons;
    assert(stop);
    window.show({ ...view, tone: 'done', buttons: [] });
    click(screen, middleOf(screen, stop));
    assert.equal(screen.pressedBelow, 3, 'a button that is gone takes nothing');
    window.show(view);
    click(screen, middleOf(screen, stop));
    assert.deepEqual(reported, [['action', 'stop']]);
  });

  test(`on ${name} a hidden one takes no click, and comes up again where it was`, (t) => {
    const screen = make();
    const { window } = shownOn(screen, t);
    const seen = screen.seen();
    const [stop] = layout.buttons;
    assert(seen && stop);
    const spot = middleOf(screen, stop);
    window.show(undefined);
    t.mock.timers.tick(1_000);
    assert.equal(screen.seen(), undefined);
    click(screen, spot);
    assert.equal(screen.pressedBelow, 1);
    window.show(view);
    assert.deepEqual(screen.seen(), seen);
    click(screen, spot);
    assert.equal(screen.pressedBelow, 1);
  });

  test(`on ${name} a button that is left before its release does nothing, and is lit while the pointer is on it`, (t) => {
    const screen = make();
    const { reported } = shownOn(screen, t);
    reported.splice(0);
    const [stop] = layout.buttons;
    assert(stop);
    // Between the white square in it and its edge.
    const spot = middleOf(screen, { ...stop, y: stop.y - stop.height / 2 + 5 });
    const before = screen.colorAt(spot);
    screen.move(spot);
    screen.turn();
    assert.notDeepEqual(screen.colorAt(spot), before);
    screen.press();
    screen.move({ x: 5, y: 5 });
    screen.release();
    screen.turn();
    assert.deepEqual(reported, []);
    screen.move({ x: 6, y: 6 });
    screen.turn();
    assert.deepEqual(screen.colorAt(spot), before);
  });

  test(`on ${name} it is dragged to another screen, drawn for it, and comes back there; without that screen it is on the main one`, (t) => {
    const screen = make();
    const { reported } = shownOn(screen, t);
    reported.splice(0);
    const handle = middleOf(screen, layout.handle);
    screen.move(handle);
    screen.press();
    screen.turn();
    screen.move({ x: right.x, y: right.y });
    screen.turn();
    screen.release();
    screen.turn();
    const [moved] = reported;
    assert(moved?.[0] === 'moved' && reported.length === 1);
    const seen = screen.seen();
    assert(seen);
    assert.equal(seen.width, Math.ceil(layout.width * right.unit));
    // Once dropped, its middle stays where it was, and it grows around it.
    const middle = seen.corner.x + seen.width / 2;
    assert(Math.abs(middle - (right.x + layout.width / 2 - layout.handle.x - layout.handle.width / 2)) <= 1);
    click(screen, middleOf(screen, layout.buttons[1] ?? layout.handle, right.unit));
    assert.deepEqual(reported.at(-1), ['action', 'cancel']);

    const again = make();
    t.mock.timers.reset();
    shownOn(again, t, moved[1] as IndicatorPlace);
    assert.deepEqual(again.seen(), seen);
    again.unplug();
    again.turn();
    t.mock.timers.tick(1_000);
    t.mock.timers.tick(1_000);
    const home = again.seen();
    assert(home && home.corner.x + home.width <= width && home.corner.x >= 0);
    assert.equal(home.width, layout.width);
  });

  test(`on ${name} it is as light or dark as the system's programs, and comes up again above what covers it`, (t) => {
    const screen = make();
    const { window } = shownOn(screen, t);
    const { card } = layout;
    const spot = middleOf(screen, { ...card, y: card.y - card.height / 2 + 6 });
    const light = screen.colorAt(spot);
    screen.setDark(true);
    window.show(view);
    const dark = screen.colorAt(spot);
    assert((light[0] ?? 0) > 200 && (dark[0] ?? 255) < 60, `${light} ${dark}`);
    window.show({ ...view, appearance: 'light' });
    assert.deepEqual(screen.colorAt(spot), light);
    screen.cover();
    t.mock.timers.tick(1_000);
    assert(!screen.isCovered);
    click(screen, middleOf(screen, layout.buttons[0] ?? layout.handle));
    assert.equal(screen.pressedBelow, 0, 'its buttons are above it still');
  });
}

test('on Windows, no one closes it while it is shown', (t) => {
  const screen = new StandInWindowsScreen();
  shownOn(screen, t);
  screen.askToClose();
  screen.turn();
  assert(screen.seen());
});
