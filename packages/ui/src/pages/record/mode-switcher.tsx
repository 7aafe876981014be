import { ChevronDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useRead } from '../../application/use-read.ts';
import { Icon } from '../../design/icon.tsx';
import { pillClasses } from './pill-classes.ts';
import { useRecognizerName } from './use-recognizer-name.ts';

// The list with its search is a tenth of the first page's code; the name is shown before it is loaded.
const ModeChooser = lazy(async () => ({ default: (await import('./mode-chooser.tsx')).ModeChooser }));

/** Names the mode in use and who transcribes for it, and opens the list of all. */
export function ModeSwitcher({ isLocked }: { readonly isLocked: boolean }) {
  return (
    <Suspense fallback={<NameAlone />}>
      <ModeChooser isLocked={isLocked} />
    </Suspense>
  );
}

function NameAlone() {
  const mode = useRead('listModes').data?.modes.find(({ isDefault }) => isDefault);
  const recognizerName = useRecognizerName();
  if (!mode) return <div className="h-10" />;
  return (
    <div aria-hidden className={pillClasses}>
      <span className="truncate font-medium">{mode.name}</span>
      <span className="truncate text-quiet">{recognizerName(mode)}</span>
      <Icon of={ChevronDown} className="text-quiet" />
    </div>
  );
}
