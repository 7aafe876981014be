import type { IndicatorTone } from '../indicator-view.ts';

/** The window's own colours (packages/ui/src/design/tokens.css), for a card that lies over anything. */
export interface Colors {
  readonly card: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly button: string;
  readonly shadow: string;
  readonly tones: Readonly<Record<IndicatorTone, string>>;
}

export const colors: Readonly<Record<'light' | 'dark', Colors>> = {
  dark: {
    card: 'rgba(27, 28, 31, 0.96)',
    line: 'rgba(255, 255, 255, 0.12)',
    text: '#f3f4f6',
    quiet: '#a3a7b0',
    button: 'rgba(255, 255, 255, 0.09)',
    shadow: 'rgba(0, 0, 0, 0.45)',
    tones: {
      asking: '#8ea6ff',
      listening: '#a3a7b0',
      starting: '#a3a7b0',
      recording: '#ff6259',
      working: '#8ea6ff',
      done: '#5fd08a',
      ended: '#a3a7b0',
      problem: '#f5b84c',
    },
  },
  light: {
    card: 'rgba(255, 255, 255, 0.97)',
    line: 'rgba(0, 0, 0, 0.12)',
    text: '#1b1c1f',
    quiet: '#5c616b',
    button: 'rgba(0, 0, 0, 0.06)',
    shadow: 'rgba(0, 0, 0, 0.22)',
    tones: {
      asking: '#3f5bd9',
      listening: '#5c616b',
      starting: '#5c616b',
      recording: '#d0342c',
      working: '#3f5bd9',
      done: '#1c8a4a',
      ended: '#5c616b',
      problem: '#9a6200',
    },
  },
};
