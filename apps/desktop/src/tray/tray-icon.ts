/** The state that the icon shows. */
export type TrayState = 'idle' | 'listening' | 'recording' | 'working';

/** Width, height, and pixels as StatusNotifierItem expects them: alpha, red, green, blue. */
type IconPixmap = readonly [width: number, height: number, pixels: Buffer];

const colors: Readonly<Record<TrayState, readonly [number, number, number]>> = {
  // Seen on light panels and on dark ones.
  idle: [0x8a, 0x90, 0x9c],
  listening: [0xd9, 0x8a, 0x1f],
  recording: [0xe5, 0x48, 0x3e],
  working: [0x5b, 0x78, 0xe8],
};
const SIZES = [22, 44] as const;
const SAMPLES = 4;

/** A microphone in the colour of the state; filled while one is open, so that not only the colour shows it. */
export function trayIcon(state: TrayState): readonly IconPixmap[] {
  return SIZES.map((size) => [size, size, pixelsOf(state, size)]);
}

/** The same icon for macOS and Windows, in this size: blue, green, red, alpha; not premultiplied. */
export function trayPixels(state: TrayState, size: number): Buffer {
  return pixelsOf(state, size).swap32();
}

function pixelsOf(state: TrayState, size: number): Buffer {
  const pixels = Buffer.alloc(size * size * 4);
  const [red, green, blue] = colors[state];
  const isOpen = state === 'listening' || state === 'recording';
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      let inside = 0;
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
        const sx = (x + ((sample % SAMPLES) + 0.5) / SAMPLES) / size;
        const sy = (y + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / size;
        if (isInk(sx, sy, isOpen)) inside++;
      }
      const alpha = Math.round((inside * 255) / (SAMPLES * SAMPLES));
      // A color without any alpha is a filled square to panels that blend as it is (swaybar).
      if (alpha > 0) pixels.set([alpha, red, green, blue], (y * size + x) * 4);
    }
  return pixels;
}

/** In a square from 0 to 1: a capsule, the bow that holds it, and its foot. */
function isInk(x: number, y: number, isFilled: boolean): boolean {
  const dx = x - 0.5;
  const capsule = Math.hypot(dx, y - Math.min(Math.max(y, 0.25), 0.47));
  if (capsule <= 0.15 && (isFilled || capsule >= 0.075)) return true;
  const bow = Math.hypot(dx, y - 0.47);
  if (y >= 0.47 && bow >= 0.235 && bow <= 0.31) return true;
  if (Math.abs(dx) <= 0.04 && y >= 0.76 && y <= 0.9) return true;
  return Math.abs(dx) <= 0.16 && y >= 0.86 && y <= 0.93;
}
