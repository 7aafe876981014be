export { cutSpool, LONGEST_PIECE } from './cut-spool.ts';
export { joinTexts, laterBy, mergePieces, nothingSaid } from './merge-pieces.ts';
export { recognizeInPieces } from './recognize-in-pieces.ts';
