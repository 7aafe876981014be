/**
 * What ALSA lists beside its cards: converters, mixers and ways to sound servers, each by the description in its configuration file
 * (alsa-lib's `null.conf`, the files of alsa-plugins). The library gives them as microphones where no sound server answers.
 */
const descriptions: readonly RegExp[] = [
  /^Discard all samples \(playback\) or generate zero samples \(capture\)$/,
  /^Default ALSA (Output|Input)( \(currently .*\))?$/,
  /^Rate Converter Plugin Using /,
  /^Plugin (for channel|to convert|using) /,
  /^(JACK Audio Connection Kit|Open Sound System|USB Stream Output|Arcam-AV Amplifier)$/,
  /^(PulseAudio|PipeWire) (Sound|Multimedia) Server$/,
];

/** True for a name that no device has, but a part of ALSA. */
export function isAlsaPlugin(name: string): boolean {
  return descriptions.some((description) => description.test(name));
}
