import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { aView } from '../fixtures/a-view.ts';
import { StandInMacScreen } from '../fixtures/stand-in-mac-screen.ts';
import type { StandInScreen } from '../fixtures/stand-in-screen.ts';
import { StandInWindowsScreen } from '../fixtures/stand-in-windows-screen.ts';
import type { IndicatorView } from '../indicator/indicator-view.ts';
import type { IndicatorPlace } from '../indicator/process-indicator.ts';
import { blueFirst, IndicatorWindow } from './indicator-window.ts';
import { cardLayout } from './layout.ts';
import type { Box, Picture, Point, Surface } from './surface.ts';

// What holds on every system, on stand-ins for Windows and macOS; on X11 process-indicator.test.ts shows it with a real
// server.

const view: IndicatorView = { ...aView, appearance: 'system' };
const layout = cardLayout(view);

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
    assert(seen && seen.corner.y + seen.height <= bottom && seen.corner.y + seen.height > bottom * 0.9);
    await Promise.resolve();
    assert.deepEqual(reported.splice(0), [['shown']]);

    assert(layout.live);
    click(screen, middleOf(screen, layout.live.line));
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
    const [card] = layout.cards;
    assert(card);
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

/** A screen without a system, which keeps what it is given. */
function drawnBy(first: IndicatorView, scale = 1) {
  const pictures: Picture[] = [];
  let corner: Point = { x: 0, y: 0 };
  const screen = { x: 0, y: 0, width: 1280, height: 800 };
  const surface: Surface = {
    onEvent: () => undefined,
    measures: () => ({ scale, unit: scale, desktop: screen, screen }),
    isDark: () => true,
    place: (to) => {
      corner = to;
    },
    draw: (picture) => void pictures.push({ ...picture, pixels: Buffer.from(picture.pixels) }),
    hide: () => undefined,
    raise: () => undefined,
    settled: () => Promise.resolve(),
  };
  const window = new IndicatorWindow(surface, () => undefined);
  window.show(first);
  return { window, pictures, corner: () => corner };
}

test('while one speaks only the voice and the time are drawn, and what is seen is as if all were', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  for (const scale of [1, 1.25, 2]) {
    const { window, pictures } = drawnBy(view, scale);
    const later = { ...view, levels: [...view.levels, 0.9, 0.02], elapsedMs: view.elapsedMs + 2_000 };
    window.show(later);
    const [before, now] = pictures;
    const [whole] = drawnBy(later, scale).pictures;
    assert(before && now?.changed && whole);
    assert(!before.pixels.equals(now.pixels) && now.pixels.equals(whole.pixels), `at ${scale}`);
    assert(now.changed.width * now.changed.height < (now.width * now.height) / 8);
    window.show({ ...later, line: 'more words' });
    assert.equal(pictures.at(-1)?.changed, undefined);
  }
});

test('the pill stays where it is when words come above it, and when it says how it ended', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const silent: IndicatorView = { ...view, isTranscript: false, line: 'Listening' };
  const { window, corner } = drawnBy(silent);
  const middle = (shown: IndicatorView) => {
    window.show(shown);
    const { anchor } = cardLayout(shown);
    return { x: corner().x + anchor.x, y: corner().y + anchor.y };
  };
  const before = middle(silent);
  assert.deepEqual(before, { x: 640, y: 720 });
  const long =
    'words that are as long as two lines and more, which is to say many of them, one after the other';
  const others: IndicatorView[] = [
    view,
    { ...view, line: long },
    { ...view, tone: 'problem', isTranscript: false, isWhole: true, line: long, hint: long },
    { ...view, tone: 'working', isTranscript: false, line: 'Transcribing', buttons: ['cancel'] },
    { ...view, tone: 'done', isTranscript: false, line: '31 words in Thunderbird', buttons: [] },
    { ...view, tone: 'problem', isTranscript: false, isWhole: true, line: long, buttons: [] },
  ];
  for (const other of others) assert.deepEqual(middle(other), before, `${other.tone}: ${other.line}`);
});

test('a light passes over the line while there is work, unless nothing is to move', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const frames = (isStill: boolean) => {
    const working: IndicatorView = {
      ...view,
      tone: 'working',
      isTranscript: false,
      buttons: ['cancel'],
      isStill,
    };
    const { window, pictures } = drawnBy({ ...working, levels: [] });
    for (let frame = 0; frame < 15; frame++) {
      now += 67;
      t.mock.timers.tick(67);
    }
    window.show(undefined);
    const seen = pictures.length;
    t.mock.timers.tick(1_000);
    assert.equal(pictures.length, seen, 'nothing is drawn of what is hidden');
    return new Set(pictures.map(({ pixels }) => pixels.toString('base64'))).size;
  };
  assert(frames(false) > 10);
  assert.equal(frames(true), 1);
});

test('colors are exchanged in a copy of a picture, wherever its bytes begin', () => {
  const bytes = Buffer.from([9, 9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8]);
  const picture = bytes.subarray(4);
  assert.deepEqual([...blueFirst(picture)], [3, 2, 1, 4, 7, 6, 5, 8]);
  assert.deepEqual([...picture], [1, 2, 3, 4, 5, 6, 7, 8]);
});
