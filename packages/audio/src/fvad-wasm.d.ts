// The package brings no types; this is the part of libfvad's C API that we call (fvad.h).
declare module '@echogarden/fvad-wasm' {
  export interface FvadModule {
    readonly HEAP16: Int16Array;
    _malloc(bytes: number): number;
    _fvad_new(): number;
    _fvad_reset(detector: number): void;
    /** 0 on success. */
    _fvad_set_mode(detector: number, mode: number): number;
    _fvad_set_sample_rate(detector: number, hertz: number): number;
    /** 1: voice, 0: no voice, -1: the frame has a wrong length. */
    _fvad_process(detector: number, frame: number, samples: number): number;
  }
  export default function load(): Promise<FvadModule>;
}
