const RATE = 22_050;
const NOTE_SECONDS = 0.07;
/** Quiet: audible next to other sound, but hardly picked up by the microphone. */
const VOLUME = 0.12;
const HEADER_BYTES = 44;

/** Notes one after the other as a wav file, each fading in and out. */
export function toneWav(hertz: readonly number[]): Buffer {
  const length = Math.round(RATE * NOTE_SECONDS);
  const wav = Buffer.alloc(HEADER_BYTES + hertz.length * length * 2);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(wav.length - HEADER_BYTES, 40);
  for (const [index, frequency] of hertz.entries()) {
    for (let at = 0; at < length; at++) {
      const fade = Math.sin((Math.PI * at) / length);
      const sample = VOLUME * fade * Math.sin((2 * Math.PI * frequency * at) / RATE);
      wav.writeInt16LE(Math.round(sample * 32_767), HEADER_BYTES + (index * length + at) * 2);
    }
  }
  return wav;
}
