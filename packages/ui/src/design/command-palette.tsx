import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type LucideIcon, Search } from 'lucide-react';
import { backdropClasses } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { KeyCap } from './key-cap.tsx';

/** Something the palette can do. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys?: readonly string[];
  readonly run: () => void;
}

export interface CommandGroup {
  readonly id: string;
  readonly title: string;
  readonly items: readonly Command[];
}

/** A list of all commands, searched by name. */
export function CommandPalette({
  isOpen,
  onClose,
  groups,
  name,
  placeholder,
  empty,
  query,
  onQuery,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly groups: readonly CommandGroup[];
  readonly name: string;
  readonly placeholder: string;
  readonly empty: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
}) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClasses} />
        <BaseDialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center p-4 pt-[12dvh]">
          <BaseDialog.Popup
            aria-label={name}
            className="floating flex max-h-[min(28rem,76dvh)] w-full max-w-144 flex-col overflow-hidden"
          >
            <Autocomplete.Root
              open
              inline
              items={[...groups] as CommandGroup[]}
              value={query}
              onValueChange={onQuery}
              autoHighlight="always"
              keepHighlight
              itemToStringValue={(item: unknown) => (item as Command).label}
            >
              <div className="flex items-center gap-2.5 border-b border-line px-4">
                <Icon of={Search} className="text-quiet" />
                <Autocomplete.Input
                  aria-label={name}
                  placeholder={placeholder}
                  className="h-12 w-full bg-transparent text-body outline-none"
                />
              </div>
              <div className="min-h-0 flex-1 overflow-y-auto scroll-py-1 p-1">
                <Autocomplete.Empty>
                  <div className="px-3 py-8 text-center text-quiet empty:hidden">{empty}</div>
                </Autocomplete.Empty>
                <Autocomplete.List>
                  {(group: CommandGroup) => (
                    <Autocomplete.Group key={group.id} items={group.items as Command[]}>
                      <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-secondary text-quiet">
                        {group.title}
                      </Autocomplete.GroupLabel>
                      <Autocomplete.Collection>
                        {(command: Command) => (
                          <Autocomplete.Item
                            key={command.id}
                            value={command}
                            onClick={() => {
                              onClose();
                              command.run();
                            }}
                            className="flex h-9 pointer-coarse:h-11 items-center gap-3 rounded-control px-3 outline-none select-none data-highlighted:bg-hover"
                          >
                            <Icon of={command.icon} className="text-quiet" />
                            <span className="min-w-0 flex-1 truncate">{command.label}</span>
                            {command.keys?.map((key) => (
                              <KeyCap key={key}>{key}</KeyCap>
                            ))}
                          </Autocomplete.Item>
                        )}
                      </Autocomplete.Collection>
                    </Autocomplete.Group>
                  )}
                </Autocomplete.List>
              </div>
            </Autocomplete.Root>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
