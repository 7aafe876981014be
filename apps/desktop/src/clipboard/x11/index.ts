export { type Format, isTextTarget, type SavedClipboard, textFormats } from './formats.ts';
export { SelectionOwner } from './selection-owner.ts';
export { SelectionReader } from './selection-reader.ts';
