const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

/** Every limit of the local API. Bytes, seconds, milliseconds or counts, as the name says. */
export const limits = {
  jsonBodyBytes: 1 * MIB,
  /** Values in a JSON body, beside its audio: every list that a route takes fits in. */
  jsonBodyValues: 20_000,
  /** JSON bodies of more than so many bytes that may be on their way at a time. */
  largeJsonBytes: 64 * KIB,
  largeJsonBodies: 32,
  base64BodyBytes: 64 * MIB,
  uploadBytes: 2 * GIB,
  /** The largest speech models known have 8 GB. */
  modelFileBytes: 32 * GIB,
  audioSeconds: 6 * 3600,
  textCharacters: 200_000,
  headerBytes: 16 * KIB,
  headerTimeoutMs: 10_000,
  /** A body may pause this long between two chunks before the request is canceled. */
  bodyIdleTimeoutMs: 30_000,
  searchLimitMax: 500,
  searchLimitDefault: 50,
  searchTextCharacters: 1_000,
  searchTotalMax: 10_000,
  sourceNameCharacters: 4_096,
  queueWaitingDefault: 16,
  modeNameCharacters: 80,
  modeTextCharacters: 20_000,
  /** Maximum length of a program name or window title, in rules and as read; longer ones are truncated. */
  programCharacters: 100,
  windowTitleCharacters: 300,
  applicationRules: 50,
  vocabularyTerms: 1_000,
  /** Words that were offered to be remembered, and are not offered again. */
  offeredWords: 10_000,
  vocabularyTermCharacters: 200,
  vocabularyFileCharacters: 500_000,
  /** Of a snippet; all of a vocabulary together has no more than so many. */
  snippetCharacters: 5_000,
  vocabularyCharacters: 500_000,
  /** The languages and the modes that an entry is for. */
  vocabularyLanguages: 20,
  vocabularyModes: 50,
  /** How long changes made by programs can be undone. */
  changeDays: 30,
  /** The maximum number of changes kept. */
  changes: 10_000,
  /** Work that takes longer sends its headers, then white space until the JSON is there. */
  earlyHeadersMs: 10_000,
  /**
   * The same for OpenAI's dialect, where errors need their own status for as long as possible: before Node's fetch
   * times out.
   */
  openAiEarlyHeadersMs: 240_000,
  /** Milliseconds for which a discarded recording can be restored. */
  discardUndoMs: 10_000,
  trashDays: 30,
  /** Tokens that the user made for programs, and the characters of a name. */
  namedTokens: 500,
  namedTokenCharacters: 40,
  /** How long the number of calls of such a token is kept. */
  namedTokenCallDays: 30,
  /**
   * What is done after a transcription: actions, the characters of a name, a program's arguments and the characters of
   * one.
   */
  actions: 50,
  actionNameCharacters: 60,
  actionArguments: 64,
  actionArgumentCharacters: 4_096,
  /** How long a program may run: usually, and at most. */
  actionProgramSeconds: 60,
  actionProgramSecondsMax: 3_600,
  /** What is kept of a program's output, or of an address's answer. */
  actionOutputBytes: 64 * KIB,
  actionAnswerTimeoutMs: 20_000,
  /** Running Actions at a time, each with one recording. */
  concurrentActions: 3,
  /**
   * How long after its recording a failed attempt is made again, and after how many failures in a row an action pauses.
   */
  actionRetryMs: 24 * 3_600_000,
  actionFailures: 10,
  /** Attempts kept for one recording, and runs in one answer. */
  actionAttemptsKept: 20,
  actionRunsListed: 200,
  /** Output in one answer, of all attempts together; the oldest is cut. */
  actionRunsOutputCharacters: 1_000_000,
  /**
   * Questions of programs: their characters, how many a token may ask within a minute, and how long one stays on the
   * screen.
   */
  questionCharacters: 200,
  questionsPerMinute: 3,
  questionShownMs: 120_000,
  /**
   * A question is withdrawn when no one has waited for its answer for so long: at first, and between two calls that
   * wait.
   */
  questionFirstWaitMs: 15_000,
  questionUnattendedMs: 60_000,
  /** How long an answer can be fetched. */
  questionKeptMs: 10 * 60_000,
  questionWaitSeconds: 60,
  /** Length of an answer by voice, and of another recording of a program. */
  answerSeconds: 120,
  answerSecondsMax: 600,
  programRecordingSeconds: 300,
  programRecordingSecondsMax: 3_600,
  /**
   * Realtime sessions that may be open at a time, how large a message may be, and how much of the answers may lie
   * unread.
   */
  realtimeSockets: 32,
  realtimeMessageBytes: 4 * MIB,
  /** Values in a message: a session with a thousand keywords, and room. */
  realtimeMessageValues: 3_000,
  realtimeUnreadBytes: 1 * MIB,
  /**
   * A session is asked this often whether it is still there, ends when nothing came for so long, and lasts so long at
   * most.
   */
  realtimePingMs: 30_000,
  realtimeIdleMs: 15 * 60_000,
  realtimeSessionMs: 12 * 3_600_000,
  /** Recordings that programs may be sending at a time, by WebSocket or in the body of a request. */
  liveRecordings: 64,
  /** Recordings that programs were sending, until they have their text. */
  liveUnanswered: 512,
  /** Maximum number of concurrent event readers. */
  eventReaders: 2_000,
  /** Maximum backlog of an event reader that does not read; beyond that it is disconnected. */
  eventQueueBytes: 2 * MIB,
  /** Events kept for readers that reconnect. */
  eventBufferEvents: 1_000,
  eventBufferBytes: 512 * KIB,
  eventHeartbeatMs: 15_000,
  /** How long the same Idempotency-Key gives the same answer. */
  idempotencyMs: 24 * 3_600_000,
  idempotencyKeys: 10_000,
  /**
   * The Wyoming listener has no authentication, so that everything it takes is small: connections, and the parts of an
   * event.
   */
  wyomingConnections: 16,
  /** Requests that are spoken or transcribed at the same time: an engine may take a process of its own for each. */
  wyomingRequests: 4,
  wyomingHeaderBytes: 16 * KIB,
  wyomingDataBytes: 256 * KIB,
  wyomingPayloadBytes: 1 * MIB,
  /** Values in the JSON of an event, which has about ten. */
  wyomingDataValues: 1_000,
  /** Replies that its client does not read. */
  wyomingWaitingBytes: 1 * MIB,
  /** Between two events, and from the first byte of an event to its last. */
  wyomingIdleMs: 60_000,
  wyomingEventMs: 30_000,
  /** How long a text may take for a client that sends no more: it may have gone. */
  wyomingHalfClosedMs: 10 * 60_000,
  /** Sound of one request, how long it may take to come, and how much of it may wait for the disk. */
  wyomingAudioSeconds: 3_600,
  wyomingStreamMs: 2 * 3_600_000,
  wyomingUnwrittenBytes: 256 * KIB,
} as const;

/** Preferred port; the last port used is tried first. */
export const defaultPort = 39217;

/**
 * Port of the Wyoming listener unless the user chooses another: the usual one of speech-to-text servers for Home
 * Assistant.
 */
export const defaultWyomingPort = 10_300;

/** Integer in the discovery file and in `/health`; changes only when an existing client would break. */
export const apiVersion = 1;

/** Version of the application, dotted. */
export const appVersion = '0.1.0';

/** Minutes. Anyone who has less than this left with a gateway is warned. */
export const lowMinutes = 10;
