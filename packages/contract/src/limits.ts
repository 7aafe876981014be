const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

/** Every limit of the local API (contract, section 1). Bytes, seconds, milliseconds or counts, as the name says. */
export const limits = {
  jsonBodyBytes: 1 * MIB,
  base64BodyBytes: 64 * MIB,
  uploadBytes: 2 * GIB,
  audioSeconds: 6 * 3600,
  textCharacters: 200_000,
  headerBytes: 16 * KIB,
  headerTimeoutMs: 10_000,
  /** A body may pause this long between two chunks before the request is given up. */
  bodyIdleTimeoutMs: 30_000,
  searchLimitMax: 500,
  searchLimitDefault: 50,
  searchTextCharacters: 1_000,
  searchTotalMax: 10_000,
  sourceNameCharacters: 4_096,
  queueWaitingDefault: 16,
  modeNameCharacters: 80,
  modeTextCharacters: 20_000,
  /** Of a program's name and of a window's title, in a rule and as they are read; more is cut off. */
  programCharacters: 100,
  windowTitleCharacters: 300,
  applicationRules: 50,
  vocabularyTerms: 1_000,
  vocabularyTermCharacters: 200,
  vocabularyCsvCharacters: 500_000,
  /** Changes made by programs can be taken back for so long. */
  changeDays: 30,
  /** And no more of them are kept. */
  changes: 10_000,
  /** Work that takes longer sends its headers, then white space until the JSON is there. */
  earlyHeadersMs: 10_000,
  /** The same in OpenAI's dialect, where an error has to have its own status as long as possible: before Node's fetch gives up. */
  openAiEarlyHeadersMs: 240_000,
  trashDays: 30,
  /** Programs that may read events at the same time. */
  eventReaders: 2_000,
  /** What may wait for a reader of events that does not read; beyond that it is dropped. */
  eventQueueBytes: 2 * MIB,
  /** Events kept for readers that come back. */
  eventBufferEvents: 1_000,
  eventBufferBytes: 512 * KIB,
  eventHeartbeatMs: 15_000,
  /** For so long the same Idempotency-Key gives the same answer. */
  idempotencyMs: 24 * 3_600_000,
  idempotencyKeys: 10_000,
} as const;

/** First choice of port; the one in use last is asked for before it. */
export const defaultPort = 39217;

/** Integer in the discovery file and in `/health`; changes only when an existing client would break. */
export const apiVersion = 1;

/** Version of the application, dotted. */
export const appVersion = '0.1.0';
