/**
 * What the indicator, the tray and notifications say, in English. A translation is a file next to this one, of the type
 * `DesktopTexts`; names in braces are filled in, and those of the indicator that count are in ICU's message format.
 * Errors and remedies are translated in packages/words/src.
 */
export const en = {
  indicator: {
    opening: 'Opening microphone',
    listening: 'Listening',
    microphoneOn: 'Microphone is on',
    transcribing: 'Transcribing',
    rewriting: 'Rewriting',
    inserting: 'Inserting text',
    words: '{count, plural, one {# word} other {# words}}',
    wordsIn: '{count, plural, one {# word} other {# words}} in {program}',
    wordsCopied: '{count, plural, one {# word} other {# words}} copied',
    pressed: '{key} pressed',
    noSpeech: 'No speech detected',
    canceled: 'Canceled',
    discarded: 'Discarded',
    cancelAgain: 'Press {keys} again to discard',
    mayRecord: 'Allow this program to record what you say?',
    wantsToRecord: '{program} wants to record',
    asks: '{program} asks',
    isRecording: '{program} is recording',
    recordsMeeting: 'Recording meeting',
    stop: 'Stop',
    cancel: 'Cancel',
    answer: 'Answer',
    record: 'Record',
    decline: 'Decline',
    undo: 'Undo',
    remember: 'Remember',
    rememberWord: 'Remember “{word}”?',
  },
  /** What is printed on keys, by their names in a shortcut. */
  keyNames: {
    Ctrl: 'Ctrl',
    Shift: 'Shift',
    Space: 'Space',
    Escape: 'Esc',
    Delete: 'Delete',
    Enter: 'Enter',
  },
  stopped: {
    screenLocked: 'Recording stopped: the screen was locked.',
    suspended: 'Recording stopped: the computer went to sleep.',
    microphoneLost: 'Recording stopped: the microphone was disconnected.',
    microphoneFailed: 'Recording stopped: the microphone stopped working.',
    diskFull: 'Recording stopped: the disk is full.',
    limit: 'Recording stopped at the limit of six hours.',
    noSpeech: 'Recording stopped: no speech for ten minutes.',
    isTranscribed: 'What you said is being transcribed.',
    transcribeAgain: 'Find the recording in the history and transcribe it again.',
  },
  tray: {
    start: 'Start recording',
    stop: 'Stop recording',
    cancel: 'Discard recording',
    mode: 'Mode',
    microphone: 'Microphone',
    systemDefault: 'System default',
    copyTranscript: 'Copy transcript',
    open: 'Open Quoth',
    history: 'History',
    settings: 'Settings',
    localApi: 'API Server',
    quit: 'Quit',
    asksThis: '{program} asks: {question}',
    allow: 'Allow recording',
    idle: 'Quoth',
    microphoneOpen: 'Quoth: the microphone is open',
    recording: 'Quoth: recording',
    transcribing: 'Quoth: transcribing',
  },
  /** What the desktop calls the keys, in its dialog and its settings. */
  keys: {
    toggle: 'Start and stop dictation',
    pushToTalk: 'Hold to dictate',
    cancel: 'Cancel dictation',
    nextMode: 'Next dictation mode',
    pasteLast: 'Write the last dictation again',
    editSelection: 'Edit the selected text by voice',
    send: 'Dictate and send',
  },
  /** What menus of the desktop show; keywords end with a semicolon each. */
  entry: {
    genericName: 'Dictation',
    comment: 'Turn speech into text on your own machine',
    autostart: 'Dictation, ready for its keys',
    keywords: 'dictation;speech;transcribe;voice;subtitles;',
    dictate: 'Dictate',
    transcribeFile: 'Transcribe a File…',
  },
} as const;

/** What a translation must contain: the keys of the English texts. */
export type DesktopTexts = {
  readonly [Part in keyof typeof en]: { readonly [Key in keyof (typeof en)[Part]]: string };
};
