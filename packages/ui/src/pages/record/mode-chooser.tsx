import { Combobox } from '@base-ui/react/combobox';
import type { Mode } from '@quoth/contract';
import { Check, ChevronDown, Search } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../design/button.tsx';
import { useModeName, useRecognizerName } from '../../session/account.tsx';
import { useAction, useRead } from '../../session/application.tsx';

/**
 * The current mode, and the list of all, which is open at first. Choosing one makes it the default, for the shortcut
 * too.
 */
export function ModeChooser({
  isLocked,
  className,
}: {
  readonly isLocked: boolean;
  /** Of the button that names the mode. */
  readonly className: string;
}) {
  const t = useTranslations('record');
  const pages = useTranslations('pages');
  const modes = useRead('listModes').data?.modes;
  const recognizerName = useRecognizerName();
  const nameOf = useModeName();
  const choose = useAction((client, mode: Mode) =>
    client.updateMode({ params: { id: mode.id }, body: { isDefault: true } }),
  );
  const chosen = modes?.find(({ isDefault }) => isDefault);
  if (!modes || !chosen) return <div className="h-10" />;
  const shown = choose.isPending ? choose.variables : chosen;
  return (
    <Combobox.Root
      items={modes}
      value={shown}
      onValueChange={(mode) => mode && choose.mutate(mode)}
      itemToStringLabel={(mode: Mode) => nameOf(mode.name)}
      isItemEqualToValue={(one: Mode, other: Mode) => one.id === other.id}
      autoHighlight
      defaultOpen
      disabled={isLocked}
    >
      <Combobox.Trigger aria-label={t('modeNamed', { mode: nameOf(shown.name) })} className={className}>
        <span className="truncate font-medium">{nameOf(shown.name)}</span>
        <span className="truncate text-quiet">{recognizerName(shown)}</span>
        <Icon of={ChevronDown} className="text-quiet" />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={6} align="center" className="z-50">
          <Combobox.Popup
            aria-label={pages('modes')}
            className="floating flex max-h-(--available-height) w-80 max-w-[92vw] flex-col overflow-hidden"
          >
            <div className="flex items-center gap-2 border-b border-line px-3">
              <Icon of={Search} className="text-quiet" />
              <Combobox.Input
                aria-label={t('searchModes')}
                placeholder={t('searchModes')}
                className="h-10 w-full bg-transparent text-body outline-none"
              />
            </div>
            <Combobox.Empty>
              <div className="px-4 py-6 text-center text-quiet">{t('noMode')}</div>
            </Combobox.Empty>
            <Combobox.List className="overflow-y-auto p-1 data-empty:p-0">
              {(mode: Mode) => (
                <Combobox.Item
                  key={mode.id}
                  value={mode}
                  className="grid grid-cols-[1fr_1rem] items-center gap-3 rounded-control px-3 py-1.5 outline-none select-none data-highlighted:bg-hover"
                >
                  <span className="min-w-0">
                    <span className="block truncate">{nameOf(mode.name)}</span>
                    <span className="block truncate text-secondary text-quiet">{recognizerName(mode)}</span>
                  </span>
                  <Combobox.ItemIndicator>
                    <Icon of={Check} />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
