export {
  type FoundRecordings,
  findRecordings,
  type RecordingSearch,
  SEQ_PER_MILLISECOND,
} from './find-recordings.ts';
export { foldAll } from './fold.ts';
export { Searcher } from './searcher.ts';
