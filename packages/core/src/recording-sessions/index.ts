export { RecordingFiles } from './recording-files.ts';
export { type EndedEarly, type RecordingSession, RecordingSessions } from './recording-session.ts';
