export { ChangeJournal } from './change-journal.ts';
export { newlySent } from './newly-sent.ts';
export { undoChange } from './undo-change.ts';
