import type { LoadLibrary } from '../load-library.ts';
import { framework, type Id } from './objective-c.ts';

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
