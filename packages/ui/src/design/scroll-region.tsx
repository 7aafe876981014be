import { ScrollArea } from '@base-ui/react/scroll-area';
import type { ReactNode } from 'react';

/** Scrolls wide contents sideways; focusable by keyboard only while there is something to scroll. */
export function ScrollRegion({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <ScrollArea.Root className="relative">
      <ScrollArea.Viewport
        aria-label={name}
        role="region"
        className="scrollbar-none overscroll-x-contain focus-visible:-outline-offset-2"
      >
        <ScrollArea.Content>{children}</ScrollArea.Content>
      </ScrollArea.Viewport>
      <ScrollArea.Scrollbar orientation="horizontal" className="flex h-2 p-0.5">
        <ScrollArea.Thumb className="h-full rounded-full bg-line-control" />
      </ScrollArea.Scrollbar>
    </ScrollArea.Root>
  );
}
