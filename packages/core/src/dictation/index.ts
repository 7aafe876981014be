export type {
  Applications,
  ApplicationWindow,
  DeliveryOrder,
  DeliveryResult,
  DesktopSession,
  DictationPorts,
  Microphone,
  OpenMicrophone,
  ProgramSign,
  SelectedText,
  SessionEvent,
  SignPlace,
  SoundBlock,
  SoundCues,
  SoundListener,
  TextDelivery,
} from './ports.ts';
export { createEditText } from './processing-line.ts';
export { createDictation, dictationFor, type RecorderView } from './programs.ts';
export { notKept } from './recorder-errors.ts';
export { RecordedSound, RecordingFiles } from './recording-files.ts';
