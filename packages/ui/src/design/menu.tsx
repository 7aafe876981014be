import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { Icon } from './button.tsx';

/** One action; a separator is drawn above those that are `isApart`. */
export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly run: () => void;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly isApart?: boolean;
}

/** Actions for one object, behind a button. */
export function Menu({
  trigger,
  actions,
  note = '',
}: {
  readonly trigger: ReactElement;
  readonly actions: readonly MenuAction[];
  /** Facts about the object that few people look for. */
  readonly note?: string;
}) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={4} align="end" className="z-50">
          <BaseMenu.Popup className="floating min-w-44 p-1 outline-none">
            {actions.map(
              ({ id, label, icon, run, isDangerous = false, isDisabled = false, isApart = false }) => (
                <div key={id} role="none">
                  {isApart && <BaseMenu.Separator className="my-1 h-px bg-line" />}
                  <BaseMenu.Item
                    disabled={isDisabled}
                    onClick={run}
                    className={`flex h-8 pointer-coarse:h-10 items-center gap-2.5 rounded-control px-2.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover ${isDangerous ? 'text-danger' : ''}`}
                  >
                    {icon && <Icon of={icon} className={isDangerous ? '' : 'text-quiet'} />}
                    {label}
                  </BaseMenu.Item>
                </div>
              ),
            )}
            {note !== '' && (
              <div className="mt-1 border-t border-line px-2.5 pt-1.5 pb-1 text-small text-quiet">{note}</div>
            )}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
