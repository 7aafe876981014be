import { AudioLines, BookA, Cpu, History, type LucideIcon, Settings, SlidersHorizontal } from 'lucide-react';

/** The pages of the rail, in order. */
export const destinations = [
  { id: 'record', path: '/', icon: AudioLines, key: 'r' },
  { id: 'history', path: '/history', icon: History, key: 'h' },
  { id: 'modes', path: '/modes', icon: SlidersHorizontal, key: 'm' },
  { id: 'vocabulary', path: '/vocabulary', icon: BookA, key: 'v' },
  { id: 'models', path: '/models', icon: Cpu, key: 'o' },
] as const satisfies readonly Destination[];

/** At the bottom of the rail. */
export const settingsDestination = {
  id: 'settings',
  path: '/settings',
  icon: Settings,
  key: 's',
} as const satisfies Destination;

interface Destination {
  readonly id: string;
  readonly path: string;
  readonly icon: LucideIcon;
  /** Pressed after `g`. */
  readonly key: string;
}
