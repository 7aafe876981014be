export { LiveRecordings } from './live-recordings.ts';
