export { createDictation } from './create-dictation.ts';
export { createEditText } from './edit-text.ts';
export type { Microphone, OpenMicrophone, SoundBlock, SoundListener } from './microphone.ts';
export type {
  Applications,
  ApplicationWindow,
  DeliveryOrder,
  DeliveryResult,
  DesktopSession,
  DictationPorts,
  ProgramSign,
  SelectedText,
  SessionEvent,
  SignPlace,
  SoundCues,
  TextDelivery,
} from './ports.ts';
export { dictationFor, type RecorderView } from './programs/index.ts';
export { RecordedSound } from './recorded-sound.ts';
export { notKept } from './recorder-words.ts';
export { RecordingFiles } from './recording-files.ts';
