import { FileAudio } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../design/icon.tsx';

/** The whole window accepts files. Other drags, such as reordering modes, are left alone. */
export function DropTarget({ onDrop }: { readonly onDrop: (files: readonly File[]) => void }) {
  const t = useTranslations('uploads');
  const [isOver, setOver] = useState(false);
  const dropped = useEffectEvent(onDrop);
  useEffect(() => {
    const ending = new AbortController();
    // Entering a child comes before leaving its parent: only the count says whether one is outside.
    let depth = 0;
    const listen = (
      type: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
      act: (transfer: DataTransfer) => void,
    ) =>
      window.addEventListener(
        type,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          // Otherwise the browser would leave the page and show the file.
          event.preventDefault();
          act(event.dataTransfer);
          setOver(depth > 0);
        },
        { signal: ending.signal },
      );
    listen('dragenter', () => {
      depth += 1;
    });
    listen('dragover', () => {});
    listen('dragleave', () => {
      depth = Math.max(0, depth - 1);
    });
    listen('drop', ({ files }) => {
      depth = 0;
      dropped([...files]);
    });
    return () => ending.abort();
  }, []);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center bg-scrim">
      <div className="flex items-center gap-3 rounded-card border-2 border-dashed border-accent-text bg-raised px-8 py-6 text-heading font-medium">
        <Icon of={FileAudio} size={24} className="text-accent-text" />
        {t('dropHere')}
      </div>
    </div>
  );
}
