/**
 * What ALSA lists besides its cards: converters, mixers and connections to sound servers, each by the description in its configuration file
 * (alsa-lib's `null.conf`, the files of alsa-plugins). The library lists them as microphones if no sound server answers.
 */
const descriptions: readonly RegExp[] = [
  /^Discard all samples \(playback\) or generate zero samples \(capture\)$/,
  /^Default ALSA (Output|Input)( \(currently .*\))?$/,
  /^Rate Converter Plugin Using /,
  /^Plugin (for channel|to convert|using) /,
  /^(JACK Audio Connection Kit|Open Sound System|USB Stream Output|Arcam-AV Amplifier)$/,
  /^(PulseAudio|PipeWire) (Sound|Multimedia) Server$/,
];

/** True for the name of a part of ALSA, which no device has. */
export function isAlsaPlugin(name: string): boolean {
  return descriptions.some((description) => description.test(name));
}
