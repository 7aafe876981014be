import { errorTable, limits, scopeMeanings } from '@quoth/contract';
import { sizeInWords } from './describe-route.ts';

/** What the reference says before its routes, as paragraphs of Markdown. */
export const introduction: readonly string[] = [
  'Served on `http://127.0.0.1:<port>` while the local API is on (`quoth api on`). Port and token stand in the discovery file `local-api.json` in the data folder: Linux `~/.local/share/quoth/`, macOS `~/Library/Application Support/Quoth/`, Windows `%LOCALAPPDATA%\\Quoth\\`, or what `QUOTH_HOME` names. Every route but `GET /health` needs `Authorization: Bearer <token>`.',
  'Besides, you can make tokens for programs, with scopes: `quoth tokens create NAME --scopes transcribe,rewrite`, or in the window under Programs. A call outside the scopes of its token is 403 `FORBIDDEN_SCOPE`. Without `history.read`, such a token sees only the recordings that it made itself, whichever way it asks: by id, in a search, as events, by an `Idempotency-Key`. A route below names its scopes; one that names none takes any token. `post_process` needs `rewrite` too.',
  `The scopes: ${Object.entries(scopeMeanings)
    .map(
      ([name, meaning]) =>
        `\`${name}\`: ${meaning.replace(/\.$/, '').replace(/^./, (letter) => letter.toLowerCase())}`,
    )
    .join('; ')}.`,
  'Answers are JSON: `{"ok": true, ...}`, or `{"ok": false, "error": {"code", "message", "hint"?}}`. Status 200 may be `ok: false` (understood, but not possible), so look at `ok` first. Below `/v1`, errors have the shape and the status codes of OpenAI\'s API.',
  'Of a request, unknown fields are ignored, and `null` for an optional field means that it is not given.',
];

/** One row of the table of errors. */
export interface ErrorRow {
  readonly code: string;
  readonly statuses: string;
  readonly retryable: boolean;
  readonly message: string;
  readonly hint: string;
}

/** Every error code. */
export function errorRows(): ErrorRow[] {
  return Object.entries(errorTable).map(([code, facts]) => ({
    code,
    statuses: 'protocolStatus' in facts ? `${facts.status}, ${facts.protocolStatus}` : `${facts.status}`,
    retryable: facts.retryable,
    message: facts.message,
    hint: 'hint' in facts ? facts.hint : '',
  }));
}

/** Every limit and what it limits, as Markdown. */
export const limitRows: readonly (readonly [string, string])[] = [
  ['JSON body', sizeInWords(limits.jsonBodyBytes)],
  ['JSON body with `audio_base64`', sizeInWords(limits.base64BodyBytes)],
  ['other uploads', sizeInWords(limits.uploadBytes)],
  ['audio', `${limits.audioSeconds / 3_600} hours`],
  ['headers', `${sizeInWords(limits.headerBytes)} within ${limits.headerTimeoutMs / 1_000} s`],
  ['pause in a body', `${limits.bodyIdleTimeoutMs / 1_000} s`],
  ['`limit` of a search', `1 to ${limits.searchLimitMax}, ${limits.searchLimitDefault} when not given`],
  ['search text', `${limits.searchTextCharacters} characters`],
  ['`total` of a search', `exact up to ${limits.searchTotalMax}`],
  ['readers of events', `${limits.eventReaders}`],
  ['unread events of a reader, then it is dropped', sizeInWords(limits.eventQueueBytes)],
  ['an `Idempotency-Key` is known for', `${limits.idempotencyMs / 3_600_000} hours`],
  ['transcriptions waiting', `${limits.queueWaitingDefault} (setting)`],
];
