export { createEditText } from './edit-text.ts';
export type { Microphone, OpenMicrophone, SoundBlock, SoundListener } from './microphone.ts';
export type {
  Applications,
  ApplicationWindow,
  DeliveryOrder,
  DeliveryResult,
  DesktopSession,
  DictationPorts,
  SessionEvent,
  SoundCues,
  TextDelivery,
} from './ports.ts';
export { Recorder } from './recorder.ts';
