import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** A few views of one thing. Arrow keys move between the tabs. */
export function Tabs({
  name,
  tabs,
  chosen,
  onChoose,
}: {
  readonly name: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}) {
  return (
    <BaseTabs.Root value={chosen} onValueChange={(id) => onChoose(String(id))}>
      <BaseTabs.List aria-label={name} className="relative flex gap-1 border-b border-line">
        {tabs.map(({ id, label }) => (
          <BaseTabs.Tab
            key={id}
            value={id}
            className="h-9 pointer-coarse:h-11 rounded-t-control px-3 text-body text-quiet transition-colors hover:text-text focus-visible:-outline-offset-2 data-active:font-medium data-active:text-text"
          >
            {label}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator className="absolute bottom-[-1px] left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent-text transition-transform" />
      </BaseTabs.List>
      {tabs.map(({ id, content }) => (
        <BaseTabs.Panel key={id} value={id} className="pt-5 focus-visible:outline-offset-4">
          {content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
