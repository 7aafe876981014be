import type { ErrorCode } from '@quoth/contract';
import type { RecognizedSpeech } from '@quoth/text';
import type { HostRequest } from './engine.ts';

/** From the application to an engine host. */
export type ToHost =
  | { readonly type: 'recognize'; readonly id: number; readonly request: HostRequest }
  | { readonly type: 'spool-ended'; readonly id: number; readonly at?: number | undefined }
  | { readonly type: 'cancel'; readonly id: number };

/** From an engine host to the application. Every message is a sign of life. */
export type FromHost =
  | { readonly type: 'alive'; readonly id: number }
  | { readonly type: 'loaded'; readonly id: number; readonly warm: boolean; readonly device: string }
  | { readonly type: 'progress'; readonly id: number; readonly share: number }
  | {
      readonly type: 'partial';
      readonly id: number;
      readonly text: string;
      readonly stableCharacters?: number | undefined;
    }
  | {
      readonly type: 'result';
      readonly id: number;
      readonly result: RecognizedSpeech;
      readonly decodeMs: number;
    }
  | {
      readonly type: 'failure';
      readonly id: number;
      readonly code: ErrorCode;
      readonly message: string;
      readonly hint?: string | undefined;
    };

export type { RecognizedSpeech };
