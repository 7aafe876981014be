/** One observable promise, and where it was made. */
export interface Requirement {
  /** Cited by tests as a tag in square brackets, in a test's name or a comment. */
  readonly id: string;
  readonly promise: string;
  /** `contract`: the page of the local API; `specification`: what was asked for; `issue 2`: the main job. */
  readonly source: string;
}

function from(source: string, promises: Readonly<Record<string, string>>): Requirement[] {
  return Object.entries(promises).map(([id, promise]) => ({ id, promise, source }));
}

/** What the main job promises. Ids are never used again for something else. */
export const requirements: readonly Requirement[] = [
  ...from('contract, section 1; specification, section 7', {
    'API-SUCCESS': 'a success is 200 with ok: true',
    'API-REFUSAL': 'understood but not possible is 200 with ok: false, a code and a message',
    'API-BAD-BODY': 'no JSON or a wrong JSON type is 400 INVALID_REQUEST with details of path and message',
    'API-UNAUTHORIZED': 'a missing or wrong token is 401 UNAUTHORIZED with WWW-Authenticate',
    'API-FOREIGN': 'a foreign or missing Host, a foreign Origin or Sec-Fetch-Site is 403 FORBIDDEN_ORIGIN',
    'API-NO-ROUTE': 'an unknown route is 404 NOT_FOUND',
    'API-METHOD': 'a wrong method is 405 METHOD_NOT_ALLOWED with Allow; OPTIONS too',
    'API-LIMIT-CODES': 'slow, large, large headers, unknown content type: 408, 413, 431, 415 in the envelope',
    'API-MEDIA-TYPE': '415 names what is accepted',
    'API-QUEUE-FULL': 'a full queue is 429 RATE_LIMITED with Retry-After',
    'API-BUG': 'a bug of ours is 500 INTERNAL_ERROR with the request id and without a stack',
    'API-ORDER': 'refusals are decided in the order 403, 401, 404, 405, 415, 413, 400',
    'API-BODY-UNREAD': 'nothing of a body is read before the token is checked',
    'API-WHOLE-ANSWERS':
      'an answer arrives whole, also where nothing of a body was read and the connection closes',
    'API-HEAD': 'HEAD answers as GET without a body',
    'API-NODE-REFUSALS': 'what Node refuses by itself has the envelope too',
    'API-CODES': 'error codes are a closed set, the same in code and documents',
    'API-NO-SECRETS': 'no message, hint or log holds a token, key, audio, transcript or prompt',
    'API-HEADERS': 'every answer has X-Request-Id, Cache-Control: no-store and nosniff',
    'API-REQUEST-ID': 'a sane X-Request-Id of the caller is given back, another is replaced',
    'API-TIMES': 'times are ISO 8601 UTC with milliseconds; durations in _ms are integers',
    'API-LENIENT': 'unknown fields are ignored, null means not given, read-only fields sent back are ignored',
    'API-BODY-SIZES': 'a JSON body may have 1 MiB, with audio_base64 64 MiB, other uploads 2 GiB',
    'API-HEADER-LIMITS': 'headers may have 16 KiB and take 10 s',
    'API-LIMITS': 'limit is clamped to 1..500 and search text is at most 1,000 characters',
    'API-OPENAPI': '/openapi.json is OpenAPI 3.1, printed from the route table that is mounted',
  }),
  ...from('contract, section 2; specification, sections 1 and 5', {
    'CALL-LOOPBACK': 'listens on 127.0.0.1 only',
    'CALL-OFF-BY-DEFAULT': 'off by default; the choice survives a restart',
    'CALL-AT-RUN-TIME': 'goes on and off at run time',
    'CALL-NO-CORS': 'no answer ever has a CORS header',
    'CALL-BEARER': 'every route but GET /health needs the bearer token; the scheme is read without case',
    'CALL-TOKEN-PLACE': 'a token in a query string or cookie does not count',
    'CALL-ALLOW-LIST': "the application's own routes are not on the public port",
    'TOKEN-KEPT': 'the token is 32 random bytes as base64url and the same across restarts',
    'CALL-ROTATION': 'a new token counts at once, on open connections too, and is in the discovery file',
    'TOKEN-KEYRING': 'the token is kept in the secure store of the platform',
    'TOKEN-ABSENT': 'without a store the token is in a 0600 file, with a warning',
    'TOKEN-LOCKED': 'a locked store gives a token for this run, overwrites nothing, and warns',
    'START-OWN-CODE': 'nothing is executed from a folder that other users can write to',
    'CALL-CONTROL-TRUST':
      'the command line sends nothing over a socket that another user could have made, nor to a server that does not know the secret',
    'CALL-CONTROL-PRIVATE': 'the control socket lies where no other user can reach or replace it',
    'CALL-PORT-TAKEN':
      'the last port is asked for again; a taken one is replaced, with a notice that says so',
    'CALL-PORT-FIXED': 'a fixed port in use leaves the server off, and says so',
    'CALL-PROOF': 'a challenge to /health is answered with a proof made from token and port',
    'CALL-PROOF-FIRST': 'our clients check the proof before they send the token',
    'CALL-NO-PROXY': 'our clients use no proxy for 127.0.0.1',
  }),
  ...from('contract, section 3; specification, sections 2.1 and 5', {
    'DISCOVERY-PLACE': 'local-api.json lies in the data folder of the platform, or in QUOTH_HOME',
    'DISCOVERY-FIELDS': 'it holds port, pid, started_at, api_version, app_version and token',
    'DISCOVERY-MODE': 'it has mode 600 from the first byte on, in a folder of mode 700',
    'DISCOVERY-STOP': 'a clean stop deletes it, on SIGTERM and SIGINT too, and only when it is our own',
    'DISCOVERY-SURVIVOR': 'the survivor of a crash is overwritten at the next start',
    'DISCOVERY-SECOND': 'a second instance says that one is running',
  }),
  ...from('contract, section 4, /health and /models', {
    'HEALTH-FIELDS': '/health needs no token and has every field of the contract',
    'HEALTH-MEMORY': '/health answers from memory: no probe, no disk, no network',
    'HEALTH-FAMILIES': 'local_models always has the five named families',
    'MODELS-FILTER': '/models filters by kind and installed_only',
    'MODELS-FIELDS': 'a model entry has every field, capabilities included',
  }),
  ...from('contract, section 4, modes', {
    'MODES-CREATE': 'modes are listed in sortOrder, created, read, changed and deleted',
    'MODES-DEFAULTS': 'a new mode has the defaults of the table',
    'MODES-NAME': 'names are unique without case: MODE_NAME_TAKEN',
    'MODES-PRESETS': 'mail is read as email, prompt as custom',
    'MODES-DEFAULT': 'exactly one mode is the default, through setting, clearing and deleting',
    'MODES-PATCH': 'PATCH changes only the keys present; null clears a nullable one only',
    'MODES-UNKNOWN': 'an unknown or malformed id is MODE_NOT_FOUND',
    'MODES-LAST': 'the last mode cannot be deleted',
    'MODES-SEED': 'a first start has Voice to text, the default, and Hyper, Email, Note and Commit',
    'TEXT-RULES': 'punctuation, capitalization, removeTrailingPeriod and profanityFilter do what they say',
    'MODES-SPELLING': 'englishSpelling, and vocabulary replacements as whole words without case',
  }),
  ...from('contract, section 4, /transcribe', {
    'TRANSCRIBE-FORMS':
      'audio comes as a path, as base64, as multipart or as a raw body, with the same options',
    'TRANSCRIBE-ORDER': 'what is wrong with the request itself is said before anything about its audio',
    'TRANSCRIBE-BOTH': 'file and audio_base64 together are refused',
    'TRANSCRIBE-OVERRIDE':
      "explicit engine, model and language override the mode's; with neither, the default mode decides",
    'TRANSCRIBE-ENGINE-NAMES':
      'engine names are read without case and with short forms; an unknown one names the known',
    'TRANSCRIBE-ANSWER': 'the answer has text, engine, model, language, duration_s, timings and latency_ms',
    'TRANSCRIBE-TIMINGS': 'timings are measured',
    'TRANSCRIBE-TIMESTAMPS': 'segments, words and raw_text come only when timestamps are asked for',
    'TRANSCRIBE-CAPTIONS': 'captions in the answer, under the text rules, for kept and unkept audio',
    'TRANSCRIBE-SAVE': 'save keeps audio and transcript; without it nothing stays',
    'TRANSCRIBE-ASYNC': 'async answers at once with an id and status pending',
    'TRANSCRIBE-EARLY-HEADERS': 'work over 10 s sends its headers early and white space before the JSON',
    'FILE-RULES': 'a path outside the allowed folders is FILE_NOT_ALLOWED, whether it exists or not',
    'TRANSCRIBE-MISSING': 'a missing file is FILE_NOT_FOUND, an unreadable one FILE_ACCESS_DENIED',
    'FILE-LINKS': 'links are checked by where they lead',
    'FILE-REGULAR': 'only regular files count: no folder, pipe or device',
    'FILE-ALLOWED': 'the folders that the user allows replace the default ones',
    'FILE-COPY': 'a file is opened once and copied; the original is never changed or deleted',
    'AUDIO-SNIFF': 'the first bytes tell the format, never the name; what is not audio is refused',
    'AUDIO-INCOMPLETE':
      'a wav file that was cut short is transcribed, and a warning says how many seconds are missing',
    'AUDIO-DAMAGED': 'damaged audio gives what is left of it, or AUDIO_DECODE_FAILED',
    'INTAKE-CLEAN': 'an upload that breaks off, is too long or empty leaves nothing',
    'TRANSCRIBE-DISGUISE': 'a playlist or script that calls itself audio reads nothing else',
    'AUDIO-FORMATS':
      'wav, mp3, m4a, aac, flac, ogg, opus, webm and aiff are the same speech, with FFmpeg and without',
    'AUDIO-PROBED': 'audio that no first bytes of ours tell is known and decoded where FFmpeg knows it',
    'TRANSCRIBE-WITHOUT-FFMPEG':
      'a transcription of the usual formats succeeds over HTTP with FFmpeg hidden from PATH',
    'AUDIO-NO-FFMPEG': 'where there is no decoder for a format, the hint says what to install',
    'SPEECH-NONE': 'silence and noise are NO_SPEECH, never invented text',
    'MCP-OUTPUT-OVERWRITE':
      'the bridge overwrites only files that it wrote and that nobody has changed since',
    'RECORDING-PURGE': 'what is purged is overwritten in the database, its index and its log',
    'RECORDING-REWRITING':
      'a transcript is kept before it is rewritten, and cancelling the rewriting keeps it',
    'API-DISCOVERY-FAILS': 'without a discovery file the local API is not on, and the reason is told',
    'CALL-CONTROL-FAILS':
      'a control socket whose file cannot be written is closed again, and the reason is told',
    'API-OFF-LAST-WORD':
      'what is still in hand when a listener ends is answered with CANCELLED, in its own form, before it is cut',
    'API-PORT-MOVES': 'a port that is fixed in the settings counts at once',
    'API-OWN-WORDS': "errors are told in the project's own words, never in a library's",
    'TEXT-PLAIN':
      'control characters and those that turn text around are removed from what engines, models and vendors give, and from what is printed',
    'SPEECH-NONE-SENT': 'audio without speech never leaves the machine',
    'SPEECH-FOUND': 'quiet, noisy and whispered speech is speech',
    'TRANSCRIBE-HANG-UP': 'a client that hangs up cancels its work; a saved recording stays as cancelled',
    'TRANSCRIBE-STREAMED': 'uploads are streamed to disk, never held whole in memory',
    'TRANSCRIBE-TOO-LONG': 'audio over 6 h is refused',
  }),
  ...from('contract, section 4, recordings; specification, sections 2.2 and 4.3', {
    'SEARCH-SUBSTRING': 'search finds substrings without case and accents, newest first',
    'RECORDINGS-SHORT-TERMS': 'terms of one and two letters are found',
    'RECORDINGS-PLAIN-CHARACTERS': '%, _, ", * and emoji are ordinary characters',
    'RECORDINGS-SINCE-UNTIL': 'since is inclusive, until exclusive, as ISO 8601 or epoch seconds',
    'RECORDINGS-FILTERS': 'search filters by status and mode, and pages by limit and offset',
    'RECORDINGS-TOTAL': 'total is exact up to 10,000, then capped and marked so',
    'RECORDINGS-FIELDS': 'a recording has every field; only the named ones may be null',
    'RECORDINGS-UNKNOWN': 'an unknown or malformed id is RECORDING_NOT_FOUND',
    'RECORDINGS-TRASH': 'delete moves a recording to a trash of 30 days',
    'RECORDINGS-RANGES': 'audio is served with ranges',
    'RECORDINGS-EXPORT': 'transcripts are exported as txt, srt, vtt and json',
    'RECORDINGS-RETRANSCRIBE': 'a recording can be transcribed again',
  }),
  ...from('issue 9, section 3', {
    'RETRANSCRIBE-ONCE': 'of two transcriptions of one recording at once one is refused',
    'LOSS-RECOGNIZED': 'what was recognised is kept before it is rewritten',
    'QUEUE-OWN': 'a request is refused for the queue that its plan needs, and for no other',
    'RULES-LANGUAGE': 'text rules and captions follow the language that was spoken',
  }),
  ...from('issue 2, section 3', {
    'ENGINE-POCKETSPHINX': 'pocketsphinx turns real speech into text in a child process',
    'ENGINE-LIVE': 'partial text comes while audio arrives',
    'ENGINE-CONFIDENCE': 'words have times and confidences',
    'ENGINE-IDLE': 'an idle engine is unloaded and its memory given back',
    'ENGINE-CRASH': 'a crash fails the one job with a clear error; the next gets a new child',
    'ENGINE-HANG': 'a child that hangs is ended; the next job gets a new one',
    'ENGINE-HOST': 'a child answers, stays warm, and sees nothing secret',
    'ENGINE-CANCEL': 'a job can be given up',
    'ENGINE-WORDS': "only words meant for the user leave an engine's errors",
    'ENGINE-LIMITS': 'memory and time of a child are limited',
  }),
  ...from('issue 2, section 4', {
    'LOSS-RESTART': 'a restart finds every accepted recording and finishes or fails it visibly',
    'LOSS-ACCEPT': 'an accepted recording is a row and a whole file of its own',
    'LOSS-MIGRATION': 'a kill in the middle of a migration leaves a database that opens',
    'LOSS-RETRANSCRIBE': 'a failed second transcription leaves the old text',
    'DATA-MODES': 'the database has mode 600',
    'LOSS-KILL': 'the database opens after a kill at any moment, a migration included',
    'LOSS-HALF': 'a half-written file never counts as whole',
    'LOSS-FULL-DISK': 'a full disk loses nothing that was accepted',
    'LOSS-LOCKED':
      'while another program has locked the database, samples are kept until the row can be written',
    'LOSS-LOCKS':
      'no name for one of our own files makes the application open it, which would cost the database its locks',
  }),
  ...from('issue 2, section 1', {
    'CLI-DEMO': './quoth demo --once transcribes recordings of people and prints the word error rate',
    'CLI-INSTALL':
      'install puts command, completion and man page into the home folder, uninstall undoes it, a foreign file stays',
    'CLI-UNINSTALL':
      'uninstall stops Quoth and removes what it wrote outside of its data folder, names what stays; --all deletes that after a question',
    'CLI-PROGRAM': 'hints and next steps name the command as it can be typed: quoth, ./quoth or its path',
    'README-CURL': "README's lines of curl do what they say",
    'DOCS-INDEX': 'docs/README.md lists every page of docs',
    'CLI-TIME-LEFT': 'the time left comes from the pace of this run',
    'CLI-DATA-FOLDER': 'a data folder that cannot be made ends a command at once, with the way out',
    'CLI-SHARED-FOLDER':
      'a folder that others write to or look into is refused as a data folder, and never changed',
    'CLI-LIFE': 'start, stop and status do what they say',
    'CLI-DOCTOR': 'doctor says what is missing and the exact command that fixes it',
    'CLI-API': 'api on, off, status, token and openapi',
    'CLI-TRANSCRIBE': 'transcribe takes several files and writes txt, json, srt and vtt',
    'CLI-SETTINGS': 'settings list, get, set and reset',
    'CLI-STARTS': 'transcribe starts the application when it is not running',
    'CLI-TABLE': 'models, modes and recordings commands',
    'CLI-JSON': '--json everywhere, and exit codes that mean something',
    'CLI-SAME-MOMENT': 'commands that start the application at the same moment all succeed',
    'CLI-KEEP': 'start and api on make an application stay that a command has started, also while it works',
    'CLI-CANCEL': 'recordings cancel stops the work, by the first characters of an id',
    'CLI-STOP-WORK':
      'stop says what is at work and that it goes on at the next start; who waited is told the same, with the id',
    'CLI-IDLE':
      'an application that a command started stays for applicationIdleSeconds, five minutes by default',
    'CLI-REWRITES':
      'in the command line a mode that rewrites, rewrites; --rewrite, --no-rewrite and --preset stand above it',
    'CLI-REWRITE-WARNS':
      'rewriting that was wanted and did not happen is told, with the command that fixes it',
    'CLI-README-BRITISH': "README's example of British spelling changes what the next transcription prints",
    'HISTORY-NAME': "a recording keeps its file's name, and the search finds it",
    'HISTORY-WHY': 'a failed recording says why in every list',
    'HISTORY-SHORT-ID': 'the first characters of an id are enough for every command',
    'HISTORY-TRASH': "recordings are restored from the trash, or deleted for good with the user's permission",
    'CLI-FILE-MODES': 'a file that is written is for its user alone, or keeps the mode that it had',
    'CLI-TIMES': 'times are local for people and ISO 8601 in JSON',
    'CLI-LIMIT': '--limit 0 is refused in words',
    'CLI-STDIN': 'transcribe - reads standard input',
    'CLI-SEVERAL': 'several files: names beside texts, one JSON object a line, captions never joined',
    'CLI-OUTPUT': '--output asks before it overwrites, and makes no folder',
    'CLI-SAVE': '--save and --no-save stand above the setting',
    'CLI-LANGUAGE': 'a language without a model is refused in few words, with the model that supports it',
    'CLI-PROGRESS': 'progress with elapsed time and time left, on stderr lines without a terminal',
    'CLI-REWRITE-PROMPT': 'rewrite without a text says what it waits for, and the first Ctrl-C ends it',
    'HINT-AUDIENCE': 'a hint has the words of the listener that it leaves through',
    'CLI-MESSAGES': 'messages of the command line say what is wrong, in which range, and what to run',
    'AUDIO-FURTHER':
      'further formats are told by their bytes and decoded by FFmpeg; a film without sound is not called damaged',
    'WER-NORMAL': "words are compared as Whisper's English normaliser does: Mr is mister, twenty-one is 21",
    'CLI-COMPLETION': 'completion for bash, zsh and fish',
  }),
  ...from('issue 9, sections 0 and 1', {
    'BAD-DROPPED-UPLOAD':
      'an upload of any kind that breaks off leaves no file and no descriptor, and the application lives on',
    'BUDGET-FORM': 'what a form holds beside its audio has 1 MiB together; the reading stops there',
    'BUDGET-DECODER':
      'decoders run under limits of memory that the system enforces, of output and of total time',
    'TEXT-RULES-THREAD':
      'the text rules of a long transcript are applied in a thread, so that nothing else waits',
    'BUDGET-ACTIONS':
      "of a program's output and an address's answer 64 KiB are kept, and both have a time limit",
    'BUDGET-GUARDS':
      'what a rewriting is looked at for takes time that grows with the text and no faster, off the main thread where it is long',
    'BUDGET-PROBE':
      'FFmpeg is asked what unknown bytes are: from their beginning alone, for formats of a list, in limited memory and time',
    'BUDGET-SNIFF': 'what is no audio is refused after its first block, uploaded or named by its path',
    'BUDGET-UPLOADS': 'uploads under way at the same time are limited, with 429 for the next one',
    'BUDGET-CONNECTIONS':
      'connections, requests sent ahead, answers nobody reads and refused sockets are limited in number, bytes and time',
    'BUDGET-JSON':
      'what a JSON body holds beside its audio has 1 MiB and so many values, counted before it is parsed; large ones so many at a time',
    'BUDGET-REPLIES':
      "a vendor's reply is bounded after decompression, in bytes, values and depth, before it is parsed",
    'REPLIES-IN-SLICES': 'a large reply is parsed in slices, between which others get their turn',
    'BUDGET-HOSTILE':
      'whatever is sent to any route, and whatever a vendor answers: no 5xx, memory and descriptors within bounds, nothing left over',
    'BUDGET-ATTEMPTS':
      'a recording that ends the application while it is decoded is given up after three attempts',
    'LOSS-UNCAUGHT':
      'an error that nobody caught is logged, fails its request, and the application starts itself again with everything kept',
  }),
  ...from('issue 2, section 6', {
    'BAD-BODIES': 'deep, huge, empty and damaged bodies get their answer and the server lives on',
    'BAD-FILES': 'directory, FIFO, device, escaping link, vanishing and growing file get their answer',
    'BAD-AUDIO': 'truncated and corrupted audio of every format gets its answer',
    'BAD-FLOODS': 'header floods, slow clients and 200 clients at once are withstood',
    'BAD-STRINGS': 'NUL, 10,000-character strings and non-ASCII Authorization get their answer',
  }),
  ...from('issue 5, section 1', {
    'MCP-TOOLS':
      'nine tools: health, models, modes, transcribe, post_process, recordings, making and changing modes',
    'MCP-STRUCTURED': 'results are structured and have output schemas, for clients of both protocol eras',
    'MCP-UNTRUSTED': 'descriptions and instructions say that transcripts are untrusted text',
    'MCP-ERRORS': 'errors are isError with code, message and hint',
    'MCP-RESTART': 'a restart or a new token needs no reconfiguration',
    'MCP-NOT-RUNNING': 'when the application does not run, it says so and how to start it',
    'MCP-PROOF': 'a server that cannot prove that it knows the token gets none',
    'MCP-NO-PROXY': 'a proxy is never asked',
    'MCP-PATHS': 'relative paths, ~ and file addresses mean what an agent means by them',
    'MCP-OUTPUT': 'transcribe writes a file, whole or not at all, and never over another one unasked',
    'MCP-OUTPUT-REFUSED':
      'only text formats, no dot-folders, no links, nowhere else than where the client works and at home',
    'MCP-CAPTIONS': 'captions and timestamps',
    'MCP-PROGRESS': 'progress notifications on long audio, never invented shares',
    'MCP-CANCEL': 'a cancelled call cancels the work',
    'MCP-ENDS': 'the bridge ends with its client and when it is told to, and takes its work with it',
    'MCP-MODES': 'modes are made, changed and used by name',
    'MCP-RESOURCES': 'recordings are resources',
    'MCP-PROMPTS': 'the presets are prompts',
    'MCP-INSPECTOR': "the official inspector's command line works with it",
    'MCP-PACKAGE': 'the packed package runs from a node_modules folder',
    'MCP-INSTALL': "install adds to a client's configuration, once, and keeps what is there",
    'MCP-INSTALL-REFUSED': 'a configuration that cannot be read is left alone',
  }),
  ...from('issue 3, sections 2 and 3', {
    'MODELS-CATALOG':
      'every file of the catalog has an id, a size, a sha256, an address, languages and a licence',
    'MODELS-RECOMMENDED': 'a short list of first choices agrees with the published figures',
    'MODELS-HUB':
      'a download is whole and right or not there, whether the hub redirects, breaks off, stalls, changes the file, lies or says no',
    'MODELS-OFFLINE':
      'a hub out of reach is told with what works without it and how to bring the file by hand',
    'MODELS-KILL':
      'a download that is killed goes on where it was, and its sha256 is compared before it counts',
    'MODELS-QUEUE': 'several downloads are done in their order, also after a restart',
    'MODELS-PAUSE': 'a download can be paused, resumed and given up',
    'MODELS-PROGRESS': 'progress has bytes, speed and time left',
    'MODELS-SPACE': 'a disk without room is told before and while a model is downloaded',
    'MODELS-MIRROR': 'a mirror replaces the hub; https only, or this machine',
    'MODELS-IMPORT':
      'a file that is imported is copied and checked; what is no speech model is refused in words',
    'MODELS-UPLOAD': 'a file that a window sends is streamed to the disk and checked like one that is named',
    'MODELS-HEADER': 'a damaged model file is told from its header, in bounded time and memory',
    'MODELS-REMOVE': 'a model is removed, but not while it is used',
    'MODELS-TRUTH': 'a model whose file has gone or changed does not count as installed',
    'MODELS-FOUND': 'a file in the models folder gets a row; what the user put there is never deleted',
    'MODEL-OWN-CATALOG': 'an organisation may offer models of its own beside ours',
    'MODELS-PRIVATE': 'downloads, imports and removals are not on the public port',
    'MODELS-CLI': 'models list, download, pause, resume, cancel, import, remove and mirror',
  }),
  ...from('issue 3, section 1', {
    'NEURAL-TEXT': 'a neural model gives the text of known sentences word for word',
    'NEURAL-TIMES': 'its words and segments have times inside the speech',
    'NEURAL-SILENCE': 'silence and noise are no speech, and nothing is invented',
    'NEURAL-KILLED': 'a killed host costs a long recording nothing',
    'NEURAL-CANCEL': 'a long job can be cancelled midway',
    'NEURAL-TWO': 'two jobs at once come out right, a short one before a long one',
    'NEURAL-UNLOAD': 'an idle model leaves memory',
    'NEURAL-ERRORS': 'a model that does not load says why: missing, damaged, too big, device gone',
    'NEURAL-OPTIONS': 'language, translation, vocabulary and times are asked of a model as far as it can',
    'NEURAL-ECHO': 'a vocabulary read back is no transcript',
    'NEURAL-LIVE': 'text comes while audio still arrives',
    'MODEL-PROBE': 'a model file is tried in a process of its own before it counts',
    'MODEL-AUTO': 'auto takes the best installed model for the language and the machine',
    'QUEUE-SHORT': 'a short job does not wait for a long one of the same engine',
  }),
  ...from('issue 3, section 4', {
    'LONG-TEXT':
      'the text of a long file made of known sentences equals the sentences, on the clock of the whole file',
    'LOSS-CHAOS':
      'killed at seeded moments of everything at once, nothing that was promised is lost or doubled',
    'LONG-PROGRESS': 'progress of a long file comes in shares, its text as far as it is stable',
    'LONG-CANCEL': 'a long job that its caller gives up ends, keeps its audio and frees the engine',
    'LONG-SEAMS': 'chunks of a long recording cover it without gap or overlap, and are cut in pauses',
    'LONG-WORKERS': 'a long file is worked on by several hosts where the engine allows',
  }),
  ...from('issue 5, points 2 to 4', {
    'EVENTS-IDS': 'GET /events sends every event with an id that only grows',
    'EVENTS-RESUME': 'with Last-Event-ID a reader goes on where it was cut off',
    'EVENTS-MISSED': 'an id that is too old or of another run is told as events-missed',
    'EVENTS-FILTERS': 'readers choose types and a recording',
    'EVENTS-SLOW': 'a reader that does not read is dropped without hurting others',
    'EVENTS-LIMIT': 'beyond the limit of readers a further one is refused with 429',
    'EVENTS-HEARTBEAT': 'a comment every 15 s is a sign of life',
    'EVENTS-ROTATION': 'a new token ends the streams that the old one has opened',
    'EVENTS-PROGRESS': 'progress and partial text are told while the work goes on, and a last progress of 1',
    'JOBS-PROGRESS': 'the percent of work in hand can be read by polling',
    'JOBS-PROGRESS-UNSAVED':
      'the progress of what is not kept goes to the client of the request, and to no program',
    'JOBS-CANCEL': 'work that waits or runs can be stopped; the audio stays, and asking twice does no harm',
    'JOBS-IDEMPOTENT': 'a request sent again with the same Idempotency-Key is not worked on twice',
    'CLIENT-EVENTS': 'the typed client reads events on over interruptions',
    'CLIENT-UPLOAD': 'the typed client tells how far an upload is',
    'CLIENT-PACKAGE':
      'the typed client is one package that installs without a network and has its types inside',
    'CLIENT-RETURNS':
      'the typed client outlives restarts and new tokens, and repeats only what can be repeated without harm',
    'DOCS-EXAMPLES': 'every example of the reference, in curl, TypeScript and Python, does what it shows',
    'DOCS-PAGE': 'the reference is one page that needs no network, and holds every route, field and error',
    'DOCS-OPEN': '"quoth api docs" opens the reference, and says where it is where there is no browser',
    'OPENAI-CLIENT': 'the official client works with nothing but another base URL and key',
    'OPENAI-FORMATS': 'json, text, srt, verbose_json and vtt as OpenAI gives them',
    'OPENAI-LONG':
      'a long transcription in verbose_json is rewritten and printed in a thread, so that nobody else waits',
    'OPENAI-MODELS':
      'a model is a local one, provider/model, mode:NAME or default; whisper-1 means the default',
    'OPENAI-TRANSLATE': 'a translation is English text, or a clear error where no model can',
    'OPENAI-PROMPT': 'a prompt becomes words to expect',
    'OPENAI-HISTORY': 'the user decides whether such a transcription is kept',
    'OPENAI-ERRORS': "errors below /v1 have OpenAI's shape and status codes, refusals before any handler too",
    'OPENAI-STREAM': 'a stream gives text while the work goes on',
    'OPENAI-DELTAS': 'streamed deltas put together are the text of the done event',
  }),
  ...from('issue 4, sections 3, 4, 5 and 10; contract, section 5; specification, section 3', {
    'HEALTH-TABLE': 'every row of the specification: a state and an event give the label and what is done',
    'HEALTH-NO-AUDIO':
      'no order of events sends audio after a failed check, probes twice at once, or leaves a transcription waiting',
    'HEALTH-PAUSE': 'a key that is typed is checked once, 500 ms after the last change',
    'HEALTH-TEST': 'Test connection skips the wait and joins a check that is running',
    'HEALTH-STALE': 'an answer for an earlier key is dropped, and probes of one provider never overlap',
    'HEALTH-WAIT': 'transcriptions that start together share one last probe, and its failure refuses each',
    'HEALTH-REFRESH': 'while the mode in use is out of reach it is asked again, at most every 60 s',
    'HEALTH-PROBE': 'the answer of a probe is judged by its status, as the vendor means it',
    'HEALTH-REDIRECT': 'no redirect is followed, so no key leaves with one',
    'KEYS-STORE': 'keys lie in the secure store alone, never in the database',
    'KEYS-KEYRING': 'a real keyring keeps one entry a provider, and removing one leaves the others',
    'KEYS-FILE': 'without a secure store a key is refused, unless the user chose a file of mode 600',
    'KEYS-LOCKED': 'a locked store refuses in words and loses nothing',
    'KEYS-STAND-IN': "a stand-in for the cloud never gets the user's real keys",
    'ENDPOINT-URL': 'an address of the user is https, or http on this machine; anything else is refused',
    'ENDPOINT-ADD': 'servers of the user: presets or addresses, several, kept across restarts',
    'ENDPOINT-OWN-KEY': 'an address of the user gets its own key and no other',
    'CLOUD-PLAN': 'mode and explicit fields decide on provider and model as the table says',
    'CLOUD-CONCURRENCY': 'many cloud transcriptions run side by side, in bounds',
    'HEALTH-KEY':
      'permission to send audio comes with the key that was proved; one that changed, went or cannot be read gives none',
    'PROVIDERS-KEY': 'a key that was set is checked by itself, and every move is an event',
    'PROVIDERS-TRANSCRIBE': 'every vendor transcribes; its models are listed while it has a key',
    'PROVIDERS-MODE': 'a cloud mode is followed: provider, model, vocabulary, text rules',
    'PROVIDERS-ENDPOINT': 'a server of the user transcribes, and nobody else is asked',
    'PROVIDERS-NO-AUDIO': 'no audio goes to a provider that fails its check; the error says what was tried',
    'PROVIDERS-NO-KEY': 'an absent key is told with the provider and where to set it',
    'PROVIDERS-REQUEST': "what a request meets informs health, and a user's own key never fails over",
    'PROVIDERS-HEALTH-MEMORY': '/health answers from memory and asks nobody',
    'PROVIDERS-MARKER':
      'no key, audio or transcript lies in logs, errors, events or the database where it does not belong',
    'PROVIDERS-UPLOAD': 'what a provider does not take goes as FLAC, cut at pauses where it is too long',
    'PROVIDERS-CLI':
      'providers list, set-key, remove-key, test, add-endpoint, models, remove-endpoint; a key is never an argument',
    'PROVIDERS-DEMO': 'the demo shows the cloud path on a machine without keys',
  }),
  ...from('issue 4, points 1, 7 and 10', {
    'CLOUD-SPEECH':
      'nine vendors and any compatible server turn the audio that they get into text, with every model',
    'CLOUD-TIMES': 'language, vocabulary and times of words and segments, as far as a vendor has them',
    'CLOUD-FORMATS': 'every format that a vendor is said to take is taken as it is',
    'CLOUD-LIMITS': 'what a vendor does not take is refused before sending, with the limit and the way out',
    'CLOUD-FAULTS': 'every vendor meets every fault, at every step, and it is told as what it is',
    'CLOUD-CANCEL': 'a cancelled request ends at once, wherever it stands',
    'CLOUD-KEY': 'a wrong or absent key is told as such, also where a vendor answers 400',
    'CLOUD-SECRETS': 'no key, vocabulary, transcript, path or answer of a vendor is in any error',
    'CLOUD-LEAVES-NOTHING': 'uploads and jobs are taken back from the vendor, whatever happens',
    'CLOUD-FAIL-CLOSED': "a bad base address is refused and never replaced by the vendor's own",
    'CLOUD-PROXY': "vendors are asked through the system's proxy, this machine never is",
    'CLOUD-STREAM': 'audio is streamed from the disk and not held in memory',
    'CLOUD-STREAMS': 'five vendors turn audio into text while it is spoken, and their models say so',
    'CLOUD-STREAM-FAULTS':
      'a stream that breaks, ends early or says what cannot be read is told as what it is',
    'CLOUD-STREAM-LIMITS': 'of audio that a vendor does not take, one message waits in memory',
  }),
  ...from('contract, section 4, /post-process; specification, section 4.2', {
    'REWRITE-ROUTE': 'POST /post-process rewrites by preset, prompt or mode; what makes no sense is refused',
    'REWRITE-PLAN': 'explicit fields stand above the mode: one function says who rewrites what and how',
    'REWRITE-FAILS':
      'whatever fails, the answer is 200, ok, post_processed false, the text byte for byte, and a warning that says why',
    'REWRITE-GUARDS':
      'presets clean and never answer: what a model makes of a text is held against it before it is used',
    'REWRITE-PROMPT':
      'the text is data between unguessable marks; vocabulary, language, spelling and wishes are asked for',
    'REWRITE-LOCAL': 'a mode for this machine asks a server on this machine and nobody else',
    'REWRITE-PIPELINE':
      'a transcription is rewritten where that is asked for; its own text stays, also where rewriting fails',
    'REWRITE-HEALTH': 'what rewriting meets informs the health of the provider',
    'REWRITE-SECRETS': 'no key, prompt or text of a rewriting reaches a log, a warning or an error',
    'REWRITE-CLI': 'quoth rewrite takes a text from its arguments or standard input',
  }),
  ...from('issue 4, section 2', {
    'LANGUAGE-VENDORS':
      'seven vendors of language models and any compatible server write, each in its own wire format',
    'LANGUAGE-FAULTS': 'every fault of a language model is told apart, and tried again as the vendor asks',
    'LANGUAGE-FENCED': 'a key goes below its own https address and nowhere else, along no redirect',
  }),
  ...from('issue 11', {
    'DICTATION-PAREC': 'on Linux, parec reads the microphone, whatever the library would give',
    'DICTATION-LOCKED': 'locking the screen stops the recording, keeps what was said, and drops the pre-roll',
    'DICTATION-FULL': 'a full disk ends the recording with what was written',
    'DICTATION-CLI': 'quoth record and quoth dictate use the recorder, and doctor tries the microphone',
    'DICTATION-TEXT': 'what is said becomes text while it is said, and is delivered when it ends',
    'DICTATION-INTERRUPTED':
      'whoever was dictating when Quoth ended is told at its next start where the text is',
    'DICTATION-ROW': 'a dictation has a row and its audio on the disk from the first sample on',
    'DICTATION-EDGES': 'the stored audio misses nothing at its end',
    'DICTATION-PRE-ROLL': 'with a pre-roll, what was said just before the key press is there',
    'DICTATION-NO-SOUND': 'a microphone without sound is told of, and none is replaced silently',
    'DICTATION-CANCEL': 'a dictation that was given up keeps its audio and can be transcribed later',
    'DICTATION-ORDER': 'the next dictation starts while one is transcribed, and texts keep their order',
    'DICTATION-PRIVATE': 'of a private dictation nothing is kept: no row, no audio, no log',
    'DICTATION-KILL': 'whatever is killed while one speaks, at most the last second is missing',
    'DICTATION-KILL-ENGINE': 'an engine that dies while one speaks costs nothing',
    'DICTATION-KILL-SOUND': 'a sound server that dies ends the recording with what was said',
    'DICTATION-ON-DISK': 'what is recorded is flushed to the disk at least every second',
    'DICTATION-RECONCILE': 'a start that cannot read what was cut off keeps it',
    'DICTATION-CUES': 'the start sounds with the first sample, never before',
    'DICTATION-LOST': 'a microphone that vanishes ends the recording with what was said, and says so',
    'DICTATION-CLOSE': 'closing Quoth while one records keeps what was said for the next start',
    'DICTATION-HEALTH': 'a provider that cannot be used refuses before the microphone is opened',
    'DICTATION-LOCK': 'a locked screen is noticed as the desktop tells it',
    'DICTATION-SPACE': 'two dictations at the same place have a space between them',
    'DICTATION-LINE-BREAKS': 'in a dictation, "new line" and "new paragraph" are what they say',
    'DICTATION-LIVE':
      'a recording is transcribed while it goes on: as it is spoken where the model streams, else phrase by phrase',
    'DICTATION-PRIVATE-EVENTS':
      'programs read the live text of a dictation only when the user allows it, and never the state of the recorder',
  }),
  ...from('issue 15, point 3, streams of vendors', {
    'DICTATION-STREAMS':
      'a dictation goes to its provider while one speaks, where the mode asks for it and the model can',
    'DICTATION-STREAM-BREAKS':
      'a stream that breaks costs nothing: the whole recording is sent as a file, once',
    'DICTATION-STREAM-SILENCE': 'no connection is made before somebody speaks',
    'DICTATION-STREAM-CANCEL': 'a dictation that is given up closes its stream',
    'DICTATION-STREAM-KEY': 'a key that is removed while one speaks ends the stream',
    'DICTATION-STREAM-CLOSE':
      'closing Quoth midway closes the stream, and the text comes with the next start',
    'DICTATION-STREAM-SECRETS': 'no key and no word of a streamed dictation is in the log',
    'WINDOW-STREAMS': 'the editor of a mode offers streaming where the provider can, and nowhere else',
  }),
  ...from('issue 13, point 4', {
    'INDICATOR-STATE':
      'as long as a microphone is open, something on the screen says so, with state, level, time, mode and last words',
    'INDICATOR-REMARK': 'what a key press came to is shown for a moment',
    'TRAY-ANSWER': 'what is chosen in the menu and comes to nothing is said at the indicator',
    'INDICATOR-UNTOLD':
      'no dictation fails, ends by itself or comes out otherwise without a word at the indicator, whatever else it shows',
    'INDICATOR-WINDOW':
      'the indicator never takes the focus, lets clicks through beside its buttons, and stays where it was put',
    'INDICATOR-KILL':
      'the indicator comes back when its process is killed, and ends with the application and the screen',
    'INDICATOR-NOTIFICATION':
      'where no window can be shown, one notification that is replaced takes its place',
  }),
  ...from('issue 13, points 4 and 5', {
    'SOUND-MUTE': 'other sound is muted while one records, and unmuted again, also after a kill',
    'TRAY-ICON':
      'the tray has an icon with a menu, again when the panel comes back; without a panel nothing complains',
    'TRAY-STATE': 'icon and menu of the tray follow the recorder',
  }),
  ...from('issue 13, point 6', {
    'RULES-CHOOSE':
      'a rule fits a program, and the title of its window where titles are read; none takes long',
    'RULES-CHOSEN': 'the program that one speaks into chooses the mode, and the recorder says by which rule',
    'RULES-PRIVATE':
      'what is read of other programs is neither kept nor logged; a name reaches the rewriting only when the mode says so',
    'RULES-WINDOW': 'the mode editor has the rules, and takes up what is open now',
  }),
  ...from('issue 13, points 1 and 9', {
    'HOTKEYS-TOGGLE': 'a key in any program begins and ends a dictation, and the program below never sees it',
    'HOTKEYS-ANSWER':
      'a key press that begins no recording says why, or what it did, where its user looks: at the indicator',
    'HOTKEYS-LOCKS': 'keys work with NumLock and CapsLock on; Esc is taken only while one records',
    'HOTKEYS-TALK':
      'a key or a bare modifier is held to talk, and ordinary shortcuts do not begin a recording',
    'HOTKEYS-STUCK': 'no key can be stuck: what is held is read anew',
    'HOTKEYS-CONFLICT':
      'a key that somebody else has is told with who has it, and keys can be tried without recording',
    'HOTKEYS-DEFAULT':
      'on a fresh machine a default key that is taken is replaced by a free one, which is told and can be tried in any program',
    'HOTKEYS-SETTINGS':
      'keys are recorded in the settings, which show what stands in their way and let them be tried',
    'HOTKEYS-KILLED': 'observer or X server may die: no key is stuck, nothing that was said is lost',
    'HOTKEYS-PORTAL':
      'on Wayland the desktop is asked for the keys: pressed and released they begin and end a dictation, and what it calls them is told',
    'HOTKEYS-PORTAL-LIFE':
      'keys of the desktop are asked for again when it ends the session or comes back, with patience; whoever says no is not asked again',
    'DICTATE-BIND':
      "the desktop's own shortcut is shown before it is set, overwrites none of somebody else's, and is taken back exactly",
    'DICTATE-LAUNCHER':
      "what that shortcut runs begins and ends a recording by curl, nc or Node, with no secret in a program's arguments",
  }),
  ...from('issue 13, point 9', {
    'DESKTOP-KILLS':
      'whatever of the desktop is killed, no accepted second is lost, no key stays down, no sound stays muted, and the clipboard is as it was or has the text',
  }),
  ...from('issue 13, points 2 and 3', {
    'DELIVERY-WHOLE':
      'umlauts, emoji, Japanese and 10,000 characters arrive whole at the cursor of terminals, editors and browsers',
    'DELIVERY-CLIPBOARD':
      'what was on the clipboard comes back in every form once the target has had the text',
    'DELIVERY-TRUE': 'a text is said to be copied only where it was',
    'DELIVERY-BUSY': 'a target that is busy pastes the dictation, not the old clipboard',
    'DELIVERY-MODIFIERS':
      'a modifier that is still held is waited for and then released, and no key stays pressed',
    'HOTKEYS-HELD':
      'a shortcut writes what it should however briefly or long its keys are held, also a letter that is held longer than its modifiers',
    'DELIVERY-FOCUS':
      'no text goes into another window than the one in which it was spoken: it is copied, and that is said',
    'DELIVERY-WAYLAND':
      'on sway a text is written into foot and both clipboards come back; where that cannot be known, it is copied and that is said',
    'DELIVERY-KILLED': 'whatever dies, the clipboard is as it was or has the text',
    'EDIT-UNDO':
      'what an edit by voice replaced can be had back from the history for ten minutes, from memory alone',
    'EDIT-BY-VOICE':
      'selected text is changed by a spoken instruction and takes its own place; what fails leaves it as it is',
    'EDIT-TOLD':
      'nobody speaks an instruction that cannot be followed, and one about a text that cannot be read is written nowhere and told so',
    'EDIT-SELECTION':
      'what is selected is read by the own copying of the program that has it, and the clipboard comes back',
  }),
  ...from('issue 10, point 4', {
    'MODEL-SELF-TEST':
      'a model that is imported is tried on a bundled sentence; one that fails is not what `auto` takes, and the list says what is',
    'MODEL-SPEED':
      'how fast a model is on this machine is measured as it works, and the list shows that instead of a class',
    'MODEL-OFFER': 'what is offered for a language weighs size and machine',
    'MODEL-TOLD': 'import, list and transcript say which model `auto` takes or took',
  }),
  ...from('issue 10, point 11', {
    'ENGINE-LIVE-SILENCE':
      'while a recording goes on, PocketSphinx recognises each phrase at the pause after it, with its times',
    'ENGINE-ONE-COPY': 'a large model is in memory once at most, unless the machine has plenty',
    'ENGINE-LIVE-QUALITY':
      'a dictation with PocketSphinx has no more than 5 points more word errors than its file',
    'ENGINE-CAPITALS': 'PocketSphinx writes the first letter of a sentence and "I" as capitals',
    'ENGINE-PROFANITY': 'swear words of PocketSphinx are hidden unless the vocabulary names them',
    'ENGINE-LIVE-FORGETS': 'how PocketSphinx hears a file does not depend on dictations before it',
    'SPHINX-SETTINGS': 'PocketSphinx runs with the settings that the sweep chose',
    'SPHINX-SWEEP': 'settings of PocketSphinx are compared with bootstrap intervals over the same utterances',
  }),
  ...from('issue 10, point 5', {
    'LANGUAGE-FIT':
      'speech and model are held against each other by what the model found and how sure it was',
    'LANGUAGE-WARNING':
      'speech in a language that the model does not know gives a warning in answer and recording, with a model that would understand',
    'LANGUAGE-NO-FALSE-ALARM': 'no bundled English recording gives that warning',
  }),
  ...from('issue 10, point 8', {
    'CAPTIONS-RULES':
      "captions keep the broadcasters' rules over long recordings: no word lost, in step, 1 to 7 s, two lines, reading speed, no lone words, no small gaps",
    'CAPTIONS-PHRASES': 'captions are broken at phrases, in lines of about the same length',
    'CAPTIONS-SPEED': 'captions that read too fast are counted in a note',
    'CAPTIONS-THREAD': 'captions of a long recording are cut in a thread, so that nobody else waits',
    'CAPTIONS-SHAPE': 'the caller says how long lines are and how many a caption has',
  }),
  ...from('issue 12, sections 2 and 3', {
    'EDIT-TEXT':
      'a text can be edited and its rewriting undone by the window; what was before stays and comes back',
    'EDIT-KEEPS': "an edited text is what is found and shown; the engine's own text stays beside it",
    'RETENTION-LIMIT': 'history is never deleted by surprise: off by default, a preview, and the trash first',
    'VOCABULARY-SHARED': 'words for all modes, each once, reach engines, text rules and rewriting',
    'VOCABULARY-CSV':
      'the vocabulary goes out as CSV and comes in again; what cannot be used is told by its line',
    'CHANGES-KEPT': 'what programs change through the local API is kept for 30 days and shown',
    'CHANGES-UNDO': "a program's change can be undone, unless the same thing was changed since",
    'CHANGES-SENDS': 'a change that sends audio or text where it did not go before says so',
    'WINDOW-VOCABULARY': 'the window keeps the vocabulary: add, edit, delete with undo, CSV in and out',
    'WINDOW-HISTORY':
      'the window searches, plays, edits, exports and deletes recordings, and takes them back',
    'WINDOW-MODES': 'the window makes, tries, orders, imports and exports modes',
    'WINDOW-MODELS': 'the window shows, imports and removes models',
    'WINDOW-TOUCH': 'several recordings are chosen by touch: a long press or a button begins',
    'WINDOW-FINDINGS': 'what the desktop lacks is told in Settings, each with the command that fixes it',
    'WINDOW-STATES':
      'each state of each component is what the design says: pills, record button, banners, loading, empty, error',
    'WINDOW-CHANGES': 'the window tells what programs changed and undoes it',
    'WINDOW-RETENTION': 'the window sets how long recordings are kept, and says before what would go',
    'MODE-TRY': 'a mode can be tried on a text before it is saved',
  }),
  ...from('issue 2, closing words; architecture', {
    'HOUSE-IMPORTS': 'every package and folder keeps the import rules',
    'HOUSE-LICENCES': 'what is shipped has a permissive licence, and its notice is printed',
  }),
  ...from('issue 14: the gateway', {
    'GATEWAY-BOOKS':
      'whatever is retried, killed or reordered, the books balance: double entry, whole micro-units, insert-only',
    'GATEWAY-ONE-CHARGE': 'one request is charged once, and nothing is charged for a failure',
    'GATEWAY-UNKNOWN-COMMIT': 'a commit whose outcome is unknown is resolved by asking',
    'GATEWAY-FENCE': 'who lost a request to another node settles nothing and answers nobody',
    'GATEWAY-CONTROLS':
      'the proofs of the ledger fail when fence, unknown-commit check or unique key is taken out',
    'GATEWAY-IDEMPOTENCY':
      'a repeated key gives the first answer without a second charge; another body under it is refused',
    'GATEWAY-SWEEP': 'what a dead node holds is given back by the others',
    'GATEWAY-BUDGETS': "a token's budgets hold, also against requests at the same time",
    'GATEWAY-REVERSAL': 'a charge is reversed once at most, and never above its amount',
    'GATEWAY-CHAINS':
      'tiers and vendors have exactly the chains of the specification; the chosen one is asked first',
    'GATEWAY-FAILOVER':
      'the next vendor is asked on no connection, time-out, 408, 429, 5xx, a refused key of ours, an unreadable or cut-off reply',
    'GATEWAY-NO-AUDIO': 'what is no audio is sent to no vendor',
    'GATEWAY-CIRCUIT':
      'a vendor that keeps failing is left out for a while by all nodes, and probed afterwards',
    'GATEWAY-KEY-REFUSED': "the operator is told when a vendor refuses the operator's key",
    'GATEWAY-SWITCH': 'a vendor that an administrator switched off is not asked',
    'GATEWAY-KEEP-NOTHING': 'vendors are asked to keep nothing where they have a switch for it',
    'GATEWAY-CHAOS':
      'with nodes killed, the database crashing, connections cut at COMMIT and vendors failing, no charge is doubled or missing and every answer can be fetched',
    'GATEWAY-OPENAI': "OpenAI's own client transcribes through the gateway, in every format and streamed",
    'GATEWAY-CHAT': 'rewriting is charged by tokens and fails over along the chains of the configuration',
    'GATEWAY-ACCOUNT':
      'models are listed with prices, an account with its balance and its usage by day, vendor and device',
    'GATEWAY-CONTENT-KEY':
      'a client without a key that repeats itself gets the answer that could not be delivered',
    'GATEWAY-SEALED': 'answers cannot be read out of the database',
    'GATEWAY-PAYMENT': 'no credit is 402 before any vendor is asked; a grant is made once under its key',
    'GATEWAY-TOKENS': 'tokens are shown once, stored hashed, and worthless as soon as they are revoked',
    'GATEWAY-JSON':
      "the gateway's JSON bodies have a limited number of values and levels, and share a limited memory",
    'GATEWAY-LIMITS': 'size, rate, concurrency and slowness are limited before any vendor is asked',
    'GATEWAY-KEPT-AUDIO':
      'audio is kept until the last try is over, within a budget for all: in memory, or encrypted in a file without a name',
    'GATEWAY-DURABLE': 'on the embedded database a charge is on the disk before its answer goes out',
    'GATEWAY-RESTART':
      'a node that is told to end says so first, then takes nothing new, and finishes what is at work',
    'GATEWAY-RETENTION': 'answers, keys and log-ins are deleted when they are due, and the books never',
    'GATEWAY-REENCODE': 'what a vendor does not take as it is, is re-encoded or cut for it',
    'GATEWAY-ADMIN': 'administrators have a key of their own, metrics a token, and what was done is in a log',
    'GATEWAY-DESKTOP':
      "a mode with a tier goes to the gateway and never to a user's own key; balance and errors are told",
    'GATEWAY-LOW-CREDIT': 'ten minutes before the credit with a gateway is used up, a notice tells',
    'GATEWAY-PACKAGING': 'Dockerfile, compose file and systemd unit pass what checks them',
    'GATEWAY-TRACES':
      'traces go where the standard variables of OpenTelemetry say, with facts and without text or secrets',
    'GATEWAY-TLS': 'with certificates the gateway speaks TLS itself',
    'GATEWAY-PAGES':
      'pages of accounts and operators work without JavaScript, behind a log-in that is rate-limited, with a __Host- cookie and the Origin checked',
    'GATEWAY-DEMO':
      'one command shows tiers, failover, a repeated request and balanced books on a bare machine',
    'GATEWAY-PRICES': 'charges are whole micro-units by measured length or tokens, with minimum and rounding',
    'GATEWAY-LISTENS':
      'listens on 127.0.0.1 until told otherwise, and elsewhere only with TLS or behind a proxy',
    'GATEWAY-FIRST-COMMANDS':
      'says at once what its start does and when it is ready; commands wait for it and show amounts in the currency',
    'GATEWAY-NO-SECRETS': 'no error and no log of the gateway carries audio, text, prompt, token or key',
  }),
  ...from('issue 12: the window', {
    'WINDOW-OPENS': 'the window works with the public API off, survives a reload, sets no cookie',
    'WINDOW-CODE': 'the address of a window works once; a second use revokes it and warns',
    'WINDOW-TWO': 'two windows work beside each other; one that is revoked says so',
    'WINDOW-POLICY': 'every answer of the page carries a strict content security policy',
    'WINDOW-OTHER-USER': 'processes of another user are refused, where the system tells whose they are',
    'WINDOW-AUDIO': 'a player gets signed addresses that end with their window',
    'WINDOW-AXE': 'every page and state keeps WCAG 2.2 AA as far as axe can tell, light and dark',
    'WINDOW-CALLS': 'the window lists who called the API lately, by route, never what was sent or answered',
    'WINDOW-KEYS': 'a key is kept and checked 500 ms after typing stops; pills and banners follow, live',
    'WINDOW-SNIPPETS': 'every snippet of the window works as it is copied',
    'WINDOW-API': 'the local API is switched, shown and given a new token from the window',
    'WINDOW-REWRITING-OFFER':
      'rewriting is off until a language model is found; then the window offers once to switch it on',
    'WINDOW-RECORD': 'one button and the space bar record; level, time, live text and the result are shown',
    'WINDOW-RECORD-REFUSED':
      'the button is disabled with the reason where the provider is unusable, settings are not',
    'WINDOW-FILES': 'files are transcribed from any page, several at once, each with its outcome',
    'WINDOW-HOSTILE':
      'no page of another origin reads or changes anything, on the window server and the public port',
    'WINDOW-FIRST-RUN': 'four first steps, each skippable, found again later; the API stays off',
    'WINDOW-KEYBOARD': 'the palette and keys reach everything; single keys can be switched off',
    'WINDOW-LOST': 'an application that is lost is told by one banner, and what was typed stays',
    'WINDOW-START':
      'quoth start opens the window with a profile of its own and its sandbox, or prints an address',
    'WINDOW-GATEWAY':
      'Quoth cloud is set up in the window; balance and the price of a minute stand where one chooses, and less than ten minutes left is told',
    'WINDOW-MODES-SPEAK': 'a mode is tried by speaking before it is saved, and nothing of that is kept',
    'WINDOW-DEVICES': 'microphones that come and go show by themselves where one chooses',
    'WINDOW-LAYOUT':
      'at 320 px, at 200 %, in 4K and right to left nothing is cut and no page scrolls sideways',
    'WINDOW-FIRST-LOAD': 'the first page needs at most 250 kB of compressed JavaScript',
    'WINDOW-RETURNS':
      'a window goes on when the application is back, and sends its token only to an application that has shown that it knows it',
    'WINDOW-PROGRAMS': 'tokens for programs are made, shown once, followed and revoked in the window',
    'WINDOW-LEAVES': 'the listener ends with the last window, the application stays',
  }),
  ...from('issue 15, point 1', {
    'SCOPE-DECLARED':
      'every public route declares which scopes a named token needs; OpenAPI and reference print it',
    'SCOPE-REFUSED': 'a call outside the scopes of its token is 403 FORBIDDEN_SCOPE naming the scope',
    'SCOPE-ORDER': 'a scope is checked after 405 and before anything of the body',
    'SCOPE-OWN':
      'without history.read a program sees no recordings but its own: by id, search, export, event or key',
    'SCOPE-FOREIGN':
      'replacing the text of a recording that somebody else made takes history.read and history.write',
    'SCOPE-REWRITE': 'transcribing with rewriting needs the scope rewrite too',
    'CALL-NAMED-TOKEN': 'a named token counts in the Authorization header alone',
    'SCOPE-EVENTS': 'events go to a named token only as far as its scopes let it see what they tell of',
    'TOKEN-HASHED': 'a named token is shown once and kept as a hash',
    'TOKEN-NAMES': 'no two named tokens have the same name, whatever its case, and a name is plain text',
    'TOKEN-REVOKED': 'a revoked token is refused at once, and its streams, uploads and downloads end',
    'TOKEN-EXPIRES': 'a token with an end is refused from that moment on, and its streams end',
    'TOKEN-FILE': 'a token for the bridge lies in a 0600 file in the data folder and is not shown',
    'CLI-TOKENS': 'quoth tokens makes, lists and revokes tokens; a token is printed once',
    'MCP-OWN-TOKEN':
      'an agent gets a token of its own in a private file; its configuration holds neither port nor token',
    'ASK-STATES':
      'a question of a program goes one way (asked, answering, transcribing) to one of its ends, and always to one',
    'ASK-LIMITS': 'one question at a time, and three a minute for each token',
    'ASK-PLAIN':
      'a question has at most 200 plain characters: no controls, no markup, nothing that hides or turns text',
    'ASK-ANSWER': 'a question is answered by voice, and the text goes to the program that asked alone',
    'ASK-DECLINE': 'who declines, or gives up while speaking, is not asked further, and the program is told',
    'ASK-WITHDRAWN':
      'a question disappears when the program that asked has gone, cancels, or may no longer ask',
    'RECORD-NEVER':
      'without the scope record and the permission of the user, no call opens a microphone or asks anything',
    'RECORD-ASK': 'where the user wants to be asked, a recording of a program begins with their press',
    'RECORD-ALWAYS': 'where the user always allows it, a program records at once, with its sign',
    'RECORD-OWN': 'what a program records goes to it alone, never to the cursor or the clipboard',
    'HISTORY-PROGRAM':
      'a recording names the program that made it, also when its token is gone, and what it had asked',
    'RECORD-BUSY': 'a program stops and cancels only its own; of others it learns that the recorder is busy',
    'RECORD-SIGN':
      'a program that records is named on the screen, and where nothing can show it, it is refused',
    'RECORD-LOCKED': 'on a locked screen no program records, and locking ends what it records',
    'RECORD-REVOKED': 'a token that is revoked, or may no longer record, ends what it records at once',
    'RECORD-EVENTS': 'events of the recorder go to a program only about what is its own',
    'RECORD-SHARED': "programs with the discovery file's token can only ask, and only if the user lets them",
    'ASK-SHOWN':
      'a question is shown under the name of its program, in the window, the indicator or a notification',
    'RECORD-KEY': 'one key ends the recording of a program, however long it is',
    'RECORD-PERMISSIONS':
      'the user sets in the window and on the command line how far each program may record',
    'MCP-ASK':
      'ask_to_speak returns the transcript, or pending after 45 s, and get_answer fetches it; refusals say why',
    'RECIPES-RUN': 'the lines and scripts of the recipes do what their pages say',
    'COMPAT-OPEN-WEBUI': "Open WebUI's requests are understood, and its user is told what is wrong with them",
    'COMPAT-LIBRECHAT': "LibreChat's requests are understood",
    'COMPAT-VIBE': "requests written for Vibe's server are understood",
    'COMPAT-FLUIDVOICE': "who calls a path of FluidVoice's is told ours",
    'COMPAT-HYPERWHISPER': "HyperWhisper's own bridge for agents works unchanged",
    'WINDOW-MCP':
      'the window adds an agent with a token of its own, with chosen scopes, and its lines hold no secret',
    'MCP-REMOVE': 'the bridge is taken out of a configuration as it was added, and its token with it',
    'TOKEN-REPLACED':
      'a program set up again gets a token in place of the one in its file; one that was shown stays',
    'TOKEN-CALLS': 'last use, and calls by day and outcome are kept for each token, never content',
  }),
  ...from('issue 15, point 3', {
    'LIVE-RECORDING':
      'what a program sends while somebody speaks becomes text meanwhile, and is a recording from its first sample',
    'LIVE-HTTP': 'samples in a body that goes on are answered with text while they come',
    'LIVE-BROKEN': 'a connection that breaks while it sends keeps what came, as a recording with its text',
    'LIVE-ENDED':
      'when the API ends while live audio comes, the last event of its answer says so, and what came is kept',
    'LIVE-REVOKED': 'a revoked token ends what it is sending at once',
    'LIVE-REFUSED': 'what is wrong with live audio is said before a sample of it is taken',
    'REALTIME-MANUAL':
      'a turn that a realtime client commits has deltas while it is spoken, a text and a recording',
    'REALTIME-TURNS': 'with turn detection, turns are found and committed by the server',
    'REALTIME-FORMATS': 'PCM of 24 and 16 kHz and the two laws of G.711 are understood',
    'REALTIME-OPENAI-CLIENT': "OpenAI's own client transcribes in real time, untouched, through TLS in front",
    'REALTIME-CLEAR': 'a cleared buffer leaves nothing behind, and an empty one cannot be committed',
    'REALTIME-ERRORS': 'what a realtime client does wrong is told by an error event, and the session goes on',
    'REALTIME-BROKEN': 'a realtime connection that dies keeps the turn it sent as a recording with its text',
    'REALTIME-CANCEL':
      'after its user has cancelled a recording that a realtime client is sending, the rest of that turn is not recorded',
    'REALTIME-REVOKED': 'a revoked token cuts its realtime sessions at once',
    'REALTIME-SIDE-BY-SIDE': 'several realtime sessions go on beside each other and beside a long file',
    'REALTIME-GUARD': 'a WebSocket is judged before the upgrade, by the same guard in the same order',
    'BUDGET-REALTIME':
      'realtime sessions are bounded in number, message size, unread answers, mistakes, silence and length',
    'REALTIME-BACK-PRESSURE': 'who sends turns faster than they become text waits, and none is lost',
    'REALTIME-KILL':
      'a kill in the middle of live audio loses nothing that came: the next start transcribes it',
    'REALTIME-STOP': 'the end of the server closes realtime sessions in order and keeps what came',
    'LIVE-DOCS': 'what the page about live audio shows works as it stands',
    'BUDGET-LIVE':
      'recordings that programs send take few processes, and so many at a time wait for their text',
    'LIVE-CANCEL':
      'a recording that a program is sending can be cancelled like any other; its sender is told',
    'LIVE-FULL':
      'a disk that fills up while live audio comes: the sender is told, what was written is kept, and nothing stays open',
    'LIVE-SHARED-HOST': 'recordings in progress share the process of an engine',
    'LIVE-BESIDE-DICTATION':
      'a person who dictates and a program that sends speech have each their own words, also after a kill',
    'LIVE-SHARED-LIMITS':
      'a recording that takes too long ends the process that others share, and they lose nothing by it',
    'LIVE-CLOUD': "what a program sends goes on to a provider's stream, where the mode asks for it",
    'LIVE-CLOUD-BREAKS':
      "a provider's stream that breaks is followed by the whole recording as a file, and nothing is lost",
    'LIVE-CLOUD-GONE':
      'when a sender goes away, no more of what is not kept is sent to a provider, and what is kept becomes text',
    'LIVE-CLOUD-RESUMED':
      "a stream that the end of the application cuts off becomes text from the recording's file at its next start",
    'CLI-LIVE': 'transcribe --live - shows text while a recorder writes, and gives all of it at the end',
    'CLI-LIVE-INTERRUPTED':
      'Ctrl-C ends what is recorded live, and its text is there; a kill leaves a recording',
    'CLI-LIVE-REFUSED': 'what is wrong with live input is said at once, while the recorder still writes',
    'CLI-LIVE-KILL': 'if Quoth is killed, live input is a recording, and the command says which',
    'CLOUD-STREAM-BUDGET': 'the open parts and the words of a stream are bounded',
    'BUDGET-SOCKETS':
      'hostile realtime and Wyoming connections leave no file, no descriptor and no recording without an outcome behind',
    'LIVE-RESUMED':
      'a live recording that the end of the application cuts off is transcribed at its next start',
  }),
  ...from('issue 15, point 4: watching folders', {
    'WATCH-SETTLED': 'a file is transcribed once it has stopped changing, whatever time it bears',
    'WATCH-NEW':
      'a new audio file gets its transcripts beside it; hidden and unfinished ones, and those of before, are left alone',
    'WATCH-ONCE-ONLY': 'no file is transcribed twice, by two watchers or after its transcript was deleted',
    'WATCH-RESUMES': 'a restart, of the watcher or the application, goes on with what is new since',
    'WATCH-ONCE': 'watch --once does what is there and ends, with the exit code of failures',
    'WATCH-NO-OVERWRITE':
      'a transcript that somebody wrote or changed is never overwritten; one of ours follows its file',
  }),
  ...from('issue 22, the microphone', {
    'SOUND-SERVER': 'a sound server that dies or hangs stops neither the next recording nor Quoth itself',
    'CALL-NO-ANSWER':
      'an application that does not answer is told from one that does not run, and can be stopped',
    'CALL-ENDS': 'a stop ends the application within ten seconds, whatever hangs',
  }),
  ...from('issue 15, point 5', {
    'WYOMING-OFF': 'the Wyoming listener is off by default, and on 127.0.0.1 alone when it is on',
    'WYOMING-FRAMES': 'events are read however their bytes are cut',
    'WYOMING-FIRST-LINE':
      "what does not begin with a Wyoming header, such as a web page's request, closes the connection with nothing done",
    'WYOMING-FLOW':
      'describe, transcribe, audio-start, audio-chunk, audio-stop and transcript as documented; errors are events with text and code',
    'WYOMING-STREAMING': 'text that is stable goes out in transcript-chunks before the transcript',
    'WYOMING-HALF-CLOSED':
      'a client that sends no more after audio-stop has its text, then the connection is closed, within a limited time',
    'WYOMING-FORMATS': 'sound of other rates, widths and channels is converted',
    'WYOMING-LOCAL':
      'no Wyoming request reaches a provider, unless the user chose a mode for Wyoming that says so',
    'WYOMING-CLIENTS':
      'clients are apart: one that dies, stalls or asks for nonsense changes nothing for the others',
    'WYOMING-BUDGETS': 'connections, parts of an event, sound, time and what waits to be read are limited',
    'WYOMING-MODE': 'a mode that is not there cannot be chosen for Wyoming; one that has gone is told',
    'WYOMING-SETTINGS':
      'switch, port, mode and what is kept count at once; a port that is taken is told, with the reason',
  }),
  ...from('issue 15, point 4', {
    'ACTION-TRIGGERS':
      'dictations trigger actions; what programs send, files and other modes only where that is chosen; retranscriptions, empty and deleted texts, and what an action made never',
    'ACTION-RUNS': 'each attempt of an action is kept beside its recording, with its outcome and output',
    'ACTION-AT-LEAST-ONCE': 'what is queued survives a kill, and is done at least once',
    'ACTION-LEFT-BEHIND': 'a program that outlives a kill of Quoth is ended before it runs again',
    'ACTION-HARMLESS': 'an action that fails or hangs neither delays nor loses a text',
    'ACTION-RETRIES': 'failed deliveries are repeated at growing intervals, up to a day',
    'ACTION-PAUSES-ITSELF':
      'after ten failures in a row an action pauses, with a notice, and texts wait for it',
    'ACTION-PAUSE': 'the user pauses and resumes an action, and runs it again for a recording',
    'ACTION-ENVIRONMENT':
      "an action's program gets the text on standard input and no secret in its environment",
    'ACTION-TIME-LIMIT': 'at its time limit a program ends with what it started',
    'ACTION-SIGNATURE':
      'what is posted is signed as Standard Webhooks says, with a delivery id and a sequence number',
    'ACTION-NO-REDIRECT': 'redirects are not followed, and only 2xx is a success',
    'ACTION-REPLY-LIMIT': 'of an answer 64 kB are read, for 20 seconds',
    'ACTION-LOOPBACK': 'http goes to this machine alone, by the address that was checked',
    'ACTION-HTTPS': 'by https a text goes only to who has a valid certificate for that name',
    'ACTION-SECRET': 'the secret that signs is shown once and kept in the secret store',
    'ACTION-NOTE': 'an entry is added to a note by templates; a new file is private',
    'ACTION-NO-LINKS':
      "links, pipes, hidden files, Quoth's data and the system's folders are never written to",
    'ACTION-RACE': 'a folder on the way that is swapped for a link meanwhile leads to no hidden folder',
    'ACTION-DISK': 'why a file could not be written is told in words, and a full disk leaves no half entry',
    'ACTION-TEMPLATE':
      'an unknown placeholder, and a path that leads elsewhere, is refused before it is kept',
    'ACTION-PURGE': 'with a recording go the attempts of its actions and their output',
    'ACTION-APP-ONLY': 'no program sees or changes actions, and no mode holds them',
    'WINDOW-ACTIONS':
      'actions are added, tried, paused, switched on and deleted in the window; recordings show what was done',
    'ACTION-NO-LOOP': "what an action's program transcribes or records by quoth triggers no action",
  }),
];
