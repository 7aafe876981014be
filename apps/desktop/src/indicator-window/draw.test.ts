import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { aView } from '../fixtures/a-view.ts';
import { type Appearance, colors, drawLive, liveCanvas } from './draw.ts';
import { cardLayout } from './layout.ts';

const tokens = readFileSync(
  join(import.meta.dirname, '../../../../packages/ui/src/design/tokens.css'),
  'utf8',
);

/** A color of the window as the screen shows it (https://www.w3.org/TR/css-color-4/#color-conversion-code). */
function token(name: string, appearance: Appearance): string {
  const value = new RegExp(`--${name}: light-dark\\(oklch\\((.*?)\\), oklch\\((.*?)\\)\\);`).exec(tokens);
  assert(value, name);
  const [lightness = 0, chroma = 0, hue = 0] = (value[appearance === 'light' ? 1 : 2] ?? '')
    .split(' ')
    .map(Number);
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const [l, m, s] = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const parts = linear.map((part) => {
    const inside = Math.min(1, Math.max(0, part));
    const shown = inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055;
    return Math.round(shown * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

test('its colors are those of the window, in both themes', () => {
  for (const appearance of ['light', 'dark'] as const) {
    const { card, text, quiet, ink, onInk, live, liveHover, success, warning } = colors[appearance];
    const names = [
      'surface-raised',
      'text',
      'text-quiet',
      'accent',
      'on-accent',
      'live',
      'live-hover',
      'success',
      'warning',
    ];
    assert.deepEqual(
      [card, text, quiet, ink, onInk, live, liveHover, success, warning],
      names.map((name) => token(name, appearance)),
    );
  }
});

test('a louder voice is a taller bar, the newest at the end, and nothing is red before the microphone is open', () => {
  const layout = cardLayout({ ...aView, isTranscript: false, line: 'Listening' });
  assert(layout.live);
  const { box, line } = layout.live;
  /** How many rows of this column have the color of listening. */
  const redAt = (levels: readonly number[], x: number, isOpen = true) => {
    const painting = { appearance: 'light', scale: 1, isOpen } as const;
    assert(layout.live);
    const canvas = liveCanvas(layout.live, painting);
    drawLive(canvas, layout.live, { levels, elapsedText: '0:01', sweep: undefined }, painting);
    const { data } = canvas.getContext('2d').getImageData(x - box.x, 0, 1, box.height);
    return Array.from({ length: box.height }, (_, row) => row * 4).filter(
      (at) => (data[at] ?? 0) - (data[at + 1] ?? 0) > 100,
    ).length;
  };
  const newest = line.x + line.width - 2;
  const heights = [0.005, 0.05, 0.3, 1].map((level) => redAt([level], newest));
  assert.deepEqual(
    heights,
    heights.toSorted((one, other) => one - other),
  );
  assert(new Set(heights).size === 4 && (heights[0] ?? 9) <= 3 && (heights[3] ?? 0) >= 25, heights.join());
  const [loud, silent] = [redAt([0.3, 0], newest - 5), redAt([0.3, 0], newest)];
  assert(loud > silent, `${loud} ${silent}`);
  assert.equal(redAt([], newest, false), 0);
});
