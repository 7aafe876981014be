import type { HealthLabel } from '@quoth/contract';
import {
  CircleCheck,
  CircleDashed,
  CircleHelp,
  KeyRound,
  Loader2,
  type LucideIcon,
  TriangleAlert,
  WifiOff,
} from 'lucide-react';
import { Pill, type PillTone } from '../../design/pill.tsx';

const looks: Readonly<Record<HealthLabel, { readonly tone: PillTone; readonly icon: LucideIcon }>> = {
  Valid: { tone: 'success', icon: CircleCheck },
  'Checking…': { tone: 'accent', icon: Loader2 },
  Invalid: { tone: 'warning', icon: TriangleAlert },
  Unreachable: { tone: 'warning', icon: WifiOff },
  Untested: { tone: 'neutral', icon: CircleHelp },
  'No key': { tone: 'neutral', icon: KeyRound },
  'Not installed': { tone: 'neutral', icon: CircleDashed },
};

/** A provider's health in the words of the specification, section 3. */
export function HealthPill({ label }: { readonly label: HealthLabel }) {
  const { tone, icon } = looks[label];
  return (
    <Pill tone={tone} icon={icon} isWorking={label === 'Checking…'}>
      {label}
    </Pill>
  );
}
