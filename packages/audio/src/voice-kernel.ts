/** What runs a layer of the voice detector, and the memory that its arguments are places in, counted in bytes. */
export interface VoiceKernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly layer: (
    inputs: number,
    weights: number,
    outputs: number,
    rows: number,
    inputBytes: number,
    lowest: number,
  ) => void;
}

/** The part of the platform's interface that is used here; its types come with the browser's alone. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** A kernel with a memory of its own. */
export function openKernel(): VoiceKernel {
  return new WebAssembly.Instance(new WebAssembly.Module(kernelBytes)).exports as VoiceKernel;
}

/** voice-kernel.wat, assembled: WebAssembly with SIMD. A test assembles it again and compares. */
export const kernelBytes: Uint8Array<ArrayBuffer> = Uint8Array.from(
  Buffer.from(
    [
      'AGFzbQEAAAABCgFgBn9/f39/fQADAgEABQMBAA4HEgIGbWVtb3J5AgAFbGF5ZXIAAArHAwHEAwIGfwV7IAEgAyAEbGohBiAAIARq',
      'IQsDQCABIARqIQcgByAEaiEIIAggBGohCf0MAAAAAAAAAAAAAAAAAAAAACEN/QwAAAAAAAAAAAAAAAAAAAAAIQ79DAAAAAAAAAAA',
      'AAAAAAAAAAAhD/0MAAAAAAAAAAAAAAAAAAAAACEQIAAhCgNAIAr9AAQAIQwgDSAMIAH9AAQA/eYB/eQBIQ0gDiAMIAf9AAQA/eYB',
      '/eQBIQ4gDyAMIAj9AAQA/eYB/eQBIQ8gECAMIAn9AAQA/eYB/eQBIRAgAUEQaiEBIAdBEGohByAIQRBqIQggCUEQaiEJIApBEGoh',
      'CiAKIAtJDQALIAkhASANIA79DQABAgMQERITBAUGBxQVFhcgDSAO/Q0ICQoLGBkaGwwNDg8cHR4f/eQBIQwgDyAQ/Q0AAQIDEBES',
      'EwQFBgcUFRYXIA8gEP0NCAkKCxgZGhsMDQ4PHB0eH/3kASENIAIgBf0TIAb9AAQAIAwgDf0NAAECAwQFBgcQERITFBUWFyAMIA39',
      'DQgJCgsMDQ4PGBkaGxwdHh/95AH95AH96QH9CwQAIAZBEGohBiACQRBqIQIgA0EEayEDIAMNAAsL',
    ].join(''),
    'base64',
  ),
);
