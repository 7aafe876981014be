/** Who reads a hint: a program at the local API, a person at the command line, an agent with our tools. */
export type HintAudience = 'api' | 'command-line' | 'agent';

/** Hints name the API's routes; other clients use other names. Longer patterns first. */
const names: readonly (readonly [written: RegExp, inCommandLine: string, forAgent: string])[] = [
  [
    /GET \/recordings lists recordings/g,
    '"quoth recordings list" lists them',
    'The tool search_recordings lists them',
  ],
  [/; GET \/dictation shows when it is free/g, '', ''],
  [/GET \/models/g, '"quoth models list"', 'The tool list_models'],
  [/GET \/modes/g, '"quoth modes list"', 'The tool list_modes'],
  [/GET \/openapi\.json/g, '"quoth api openapi"', 'The reference'],
  [/POST \/transcribe/g, '"quoth transcribe"', 'the tool transcribe'],
  [
    / ?for long audio use "async": true and read the recording later\.?/g,
    ' "quoth recordings list" shows its status.',
    ' search_recordings shows its status.',
  ],
  [
    /Wait as long as Retry-After says, then try again\./g,
    'Wait a moment, then try again; "quoth status" shows what is running.',
    'Wait some seconds, then try again.',
  ],
  [
    /Wait until its status is final, then try again\./g,
    'Wait until it is done ("quoth recordings list" shows it), or stop it: quoth recordings cancel ID',
    'Wait until its status is final, then try again.',
  ],
  [
    /, allow its folder in the settings, or upload its bytes instead of its path/g,
    ', or allow its folder: quoth settings set allowedFolders FOLDER',
    ', or ask the user to allow its folder in the settings',
  ],
  [/, or upload its bytes instead of its path/g, '', ''],
  [
    /Give the text to rewrite in "text"\./g,
    'Give it as the argument, or on standard input.',
    'Give it in "text".',
  ],
  [
    /Set (?:it|the key|one|a valid key) in the settings under Providers, or with: /g,
    'Set it with: ',
    'The user sets it in the settings under Providers, or with: ',
  ],
  [
    /Set (?:it|the key|one|a valid key) in the settings under Providers\./g,
    'Set it with: quoth providers set-key PROVIDER',
    'The user sets it in the settings under Providers.',
  ],
  [/\(postProcessingMode\)/g, '(--post-processing-mode 1)', '(postProcessingMode)'],
  [
    /Raise engineMemoryMb in the settings/g,
    'Raise it: quoth settings set engineMemoryMb 8192',
    'The user can raise engineMemoryMb in the settings',
  ],
];

/** The same hint, worded for the client that shows it. */
export function hintFor(hint: string, audience: HintAudience): string {
  if (audience === 'api') return hint;
  return names.reduce(
    (text, [written, inCommandLine, forAgent]) =>
      text.replace(written, audience === 'agent' ? forAgent : inCommandLine),
    hint,
  );
}
