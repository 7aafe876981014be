import { isRawRate, RawAudio } from '@quoth/audio';
import { AppError } from '@quoth/contract';
import type { LiveAudioFormat, LiveInput, LiveSound } from '../declarations/index.ts';
import type { VoiceMeters } from './voice-meters.ts';

/** Bytes as a program sends them become samples, with what is speech in them. Throws INVALID_REQUEST for a rate that speech is not recorded at. */
export async function openLiveInput(format: LiveAudioFormat, meters: VoiceMeters): Promise<LiveInput> {
  if (!isRawRate(format.rate)) {
    throw new AppError('INVALID_REQUEST', {
      message: `Audio with ${format.rate} samples per second is not supported.`,
      hint: 'Send 8000 to 48000 samples per second; 16000 is best.',
    });
  }
  const audio = new RawAudio(format);
  const voice = await meters.take();
  let isOpen = true;
  const sound = (samples: Int16Array): LiveSound => {
    // Its detector may be another recording's by now.
    if (!isOpen) throw new Error('This input has been closed.');
    return { samples, voiced: voice.push(samples) };
  };
  return {
    push: (bytes) => sound(audio.push(bytes)),
    end: () => {
      const last = sound(audio.end());
      voice.reset();
      return last;
    },
    close: () => {
      if (isOpen) meters.give(voice);
      isOpen = false;
    },
  };
}
