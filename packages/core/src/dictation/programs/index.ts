export { dictationFor } from './dictation-for.ts';
export { ProgramRecorder } from './program-recorder.ts';
export { type RecorderView, recorderForProgram, recorderForUser } from './recorder-for-program.ts';
