export { DictationTray, type TrayControls } from './dictation-tray.ts';
