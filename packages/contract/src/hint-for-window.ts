/** Replaces references in hints with where a user of the window finds them. Longer patterns first. */
const places: readonly (readonly [written: RegExp, inWindow: string])[] = [
  [/GET \/recordings lists recordings/g, 'History lists them'],
  [/GET \/recordings\/\{id\} has/g, 'History has'],
  [/a model whose capabilities in GET \/models have translation/g, 'a model that translates'],
  [/(GET \/(v1\/)?models|"quoth models list( --all)?")/g, 'Models'],
  [/ \("quoth models languages" lists them\)/g, ''],
  [/"quoth models languages"/g, 'Models'],
  [/ in the window, under Programs, or with "quoth tokens allow"/g, ' under Programs'],
  [/Resume it first: quoth actions resume ".*"/g, 'Switch it on first under Settings, Actions.'],
  [/GET \/modes/g, 'Modes'],
  [/; GET \/dictation shows when it is free/g, ''],
  [/ ?(GET \/openapi\.json [^.]*|error\.details lists each of them)\./g, ''],
  [
    / in the settings under Providers(, or with: quoth providers set-key \S+)?\./g,
    ' under Settings, API keys.',
  ],
  [
    / in the settings under Providers, or with: quoth providers set-key \S+>\./g,
    ' under Settings, API keys.',
  ],
  [/Add one with: quoth providers add-gateway \S+/g, 'Add one under Settings, API keys.'],
  [
    /Set a key \("quoth providers set-key \S+"\), or add a server of your own \("quoth providers add-endpoint \S+"\)\./g,
    'Set a key, or add a server of your own, under Settings, API keys.',
  ],
  [/ and add it: "quoth providers add-endpoint \S+"\./g, ', and add it under Settings, API keys.'],
  [/: Settings, Providers, or "quoth providers set-key"\./g, ' under Settings, API keys.'],
  [/"quoth providers (list|balance \S+)"/g, 'Settings, API keys'],
  [/"quoth providers models \S+" lists what the server has\.?/g, ''],
  [/"quoth record --list-devices" shows/g, 'Settings, Microphone shows'],
  [/"quoth status" names it/g, 'Settings, About names it'],
  [/, or remove a model: quoth models remove \S+\./g, ', or remove a model under Models.'],
  [/(supports this language|understands more): quoth models download \S+/g, '$1: download it under Models.'],
  [/(Download it with|To begin|Run): quoth models download \S+/g, 'Download it under Models.'],
  [/, then run: quoth models resume .*$/g, ', then go on with it under Models.'],
  [/quoth models resume \S+, or quoth models cancel \S+/g, 'Go on with it under Models, or cancel it there.'],
  [/Import it again: quoth models import \S+/g, 'Import its file again under Models.'],
  [
    /: quoth settings set keyStorage file, then try again/g,
    ', choose Files under Settings, History and privacy; then try again',
  ],
  [/Run "quoth doctor"/g, 'Use “Check this machine” under Settings, About'],
  [/"quoth doctor"/g, '“Check this machine” under Settings, About'],
  [
    /: quoth record --list-devices, then quoth settings set microphone "<name>"/g,
    ' under Settings, Microphone.',
  ],
  [/Raise engineMemoryMb in the settings/g, 'Raise the memory limit under Settings, Advanced'],
  [
    /, allow its folder in the settings, or upload its bytes instead of its path/g,
    ', or allow its folder under Settings, Local API',
  ],
  [/,? or upload (its|the) bytes( instead of its path)?/g, ''],
  [/; for long audio use "async": true and read the recording later/g, ''],
  [/Wait as long as Retry-After says, then try again/g, 'Wait a moment, then try again'],
  [/Start with "quoth dictate start" or "quoth record"/g, 'Start one first'],
  [/first: "quoth dictate stop", "quoth dictate cancel"/g, 'first'],
  [/, or wait for it with wait=true/g, ''],
  [/\(postProcessingMode\)/g, ''],
  [/clear the mode's cloudAccuracyTier/g, 'choose “The gateway’s own choice” as the accuracy of the mode'],
  [/set the mode's cloudTranscriptionModel/g, 'set the model in the mode'],
];

/** An application's hint, worded for a user of the window. */
export function hintForWindow(hint: string): string {
  return places
    .reduce((text, [written, inWindow]) => text.replace(written, inWindow), hint)
    .replaceAll('..', '.')
    .trim();
}
