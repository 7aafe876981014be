export { type Clipboard, systemClipboard } from './clipboard.ts';
