import type { Dictation, DictationProgram } from '@quoth/contract';

/** What the program with this token sees of the recorder; null is the token of the discovery file. All that is not its own is `busy`. */
export function dictationFor(dictation: Dictation, tokenId: string | null): Dictation {
  const isOwn = (one: { readonly program: DictationProgram | null } | null): boolean =>
    one !== null && one.program !== null && one.program.id === tokenId;
  const { recording, processing, question, refusal } = dictation;
  return {
    // The name of the user's microphone is no concern of a program.
    recording: isOwn(recording) && recording ? { ...recording, device: null } : null,
    processing: processing.filter(isOwn),
    question: isOwn(question) ? question : null,
    busy: (recording !== null && !isOwn(recording)) || (question !== null && !isOwn(question)),
    refusal,
    microphone: null,
    pre_roll: false,
    replaced: [],
  };
}
