import { useLinkProps, useLocation, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { FilteredSettings } from '../../design/settings.tsx';
import { Loaded, useRead } from '../../session/application.tsx';
import { Page } from '../../shell/page.tsx';
import { useShortcut } from '../../shell/shortcuts.tsx';
import { ActionsSection } from '../actions/actions-section.tsx';
import { ApiKeysSection } from '../api-keys-section.tsx';
import { LocalApiSection } from '../local-api/local-api-section.tsx';
import { ProgramsSection } from '../programs-section.tsx';
import { ShortcutsSection } from '../shortcuts-section.tsx';
import { Engines, SmartHome } from './engine-sections.tsx';
import { MissingHere } from './machine.tsx';
import { About, Dictating, General, HistoryAndPrivacy } from './own-sections.tsx';
import { readSettingsSearch, settingSections } from './setting-list.ts';
import { useChangeSettings } from './setting-rows.tsx';

/** Every setting on one page: a list of its sections, and one search over all of them. */
export function SettingsPage() {
  const t = useTranslations();
  const query = useRead('getSettings');
  const change = useChangeSettings();
  // Both from one place: the search of a route comes a moment later.
  const { search: address, state } = useLocation();
  const visit = state.__TSR_key;
  // What is sought belongs to a visit: a link to a setting shows it among all of them.
  const [sought, setSought] = useState({ visit, text: '' });
  const search = sought.visit === visit ? sought.text : '';
  const field = useRef<HTMLInputElement>(null);
  const sections = useRef<HTMLDivElement>(null);
  useShortcut('/', () => field.current?.focus());
  const { at } = readSettingsSearch(address);
  useAddressed(sections, at, visit);
  const current = useCurrentSection(sections, at);
  return (
    <Page title={t('pages.settings')} width="full">
      <div className="wide:grid wide:grid-cols-[13rem_minmax(0,1fr)] wide:gap-10">
        <div className="mb-8 flex gap-2 wide:sticky wide:top-4 wide:flex-col wide:gap-3 wide:self-start">
          <div className="min-w-0 flex-1">
            <TextField
              label={t('settings.search')}
              isLabelUnseen
              type="search"
              placeholder={t('settings.search')}
              start={<Icon of={Search} className="text-quiet" />}
              value={search}
              onValueChange={(text) => setSought({ visit, text })}
              controlRef={field}
            />
          </div>
          <SectionChoice current={current} />
          <SectionList current={current} />
        </div>
        <div ref={sections} className="mx-auto w-full max-w-190 **:scroll-mt-6 wide:pt-1.5">
          <Loaded query={query} rows={8}>
            {({ settings }) => {
              const section = { settings, change };
              return (
                <FilteredSettings search={search} empty={t('app.noResults')}>
                  {search === '' && <MissingHere />}
                  <General {...section} />
                  <Dictating {...section} />
                  <ShortcutsSection {...section} />
                  <HistoryAndPrivacy {...section} />
                  <ApiKeysSection {...section} />
                  <LocalApiSection />
                  <ProgramsSection {...section} />
                  <ActionsSection />
                  <SmartHome {...section} />
                  <Engines {...section} />
                  <About />
                </FilteredSettings>
              );
            }}
          </Loaded>
        </div>
      </div>
    </Page>
  );
}

/** Beside the sections, where there is room. */
function SectionList({ current }: { readonly current: string }) {
  const t = useTranslations();
  return (
    <nav aria-label={t('pages.settings')} className="max-wide:hidden">
      <ul className="m-0 -ms-2.5 flex list-none flex-col gap-0.5 p-0">
        {settingSections.map(({ id, title }) => (
          <li key={id}>
            <SectionLink id={id} title={t(title)} isCurrent={current === id} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SectionLink({
  id,
  title,
  isCurrent,
}: {
  readonly id: string;
  readonly title: string;
  readonly isCurrent: boolean;
}) {
  const link = useLinkProps({ to: '/settings', search: { at: id } });
  return (
    <a
      {...link}
      // A `Link` says of the one in the address that it is the current page, also after somebody has scrolled on.
      aria-current={isCurrent ? 'location' : undefined}
      className="flex min-h-8 items-center rounded-control px-2.5 py-1 text-quiet no-underline transition-colors hover:bg-hover hover:text-text aria-[current=location]:font-medium aria-[current=location]:text-text"
    >
      {title}
    </a>
  );
}

type Sections = RefObject<HTMLElement | null>;

/** Where there is no room for the list. */
function SectionChoice({ current }: { readonly current: string }) {
  const t = useTranslations();
  const navigate = useNavigate();
  return (
    <div className="max-w-[60%] shrink-0 wide:hidden">
      <Select<string>
        name={t('pages.settings')}
        value={current}
        choices={settingSections.map(({ id, title }) => ({ value: id, label: t(title) }))}
        onChange={(at) => void navigate({ to: '/settings', search: { at } })}
        className="w-auto max-w-full"
      />
    </div>
  );
}

const MARKED_MS = 2_500;

/**
 * Brings the section or the setting that the address names into sight, marks it, and gives it the focus. What comes in
 * above it does not move it away, until somebody scrolls or presses a key.
 */
function useAddressed(sections: Sections, at: string | undefined, visit: string | undefined): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const root = sections.current;
    if (!root || at === undefined || shown.current === visit) return;
    let unmark: (() => void) | undefined;
    const observer = new ResizeObserver(() => {
      const found = root.querySelector<HTMLElement>(`[data-at="${CSS.escape(at)}"]`);
      if (!found) return;
      const isSection = found.tagName === 'SECTION';
      found.scrollIntoView({ block: isSection ? 'start' : 'center' });
      if (unmark) return;
      shown.current = visit;
      const within = isSection ? 'h2' : 'button:not([disabled]), input, a';
      const target = found.tagName === 'BUTTON' ? found : found.querySelector<HTMLElement>(within);
      // A dialog that has just closed gives the focus back first.
      requestAnimationFrame(() => target?.focus({ preventScroll: true }));
      if (!isSection) found.dataset.marked = '';
      const timer = setTimeout(() => stop(), MARKED_MS);
      unmark = () => {
        clearTimeout(timer);
        delete found.dataset.marked;
      };
    });
    const leave = () => observer.disconnect();
    const stop = () => {
      leave();
      unmark?.();
    };
    observer.observe(root);
    const options = { capture: true, passive: true };
    for (const input of inputs) window.addEventListener(input, leave, options);
    return () => {
      stop();
      for (const input of inputs) window.removeEventListener(input, leave, options);
    };
  }, [at, visit, sections]);
}

/** With what somebody goes on by themselves. */
const inputs = ['wheel', 'pointerdown', 'keydown'] as const;

/**
 * The section that the address names while its beginning is in sight and no one has gone on from there, else the one in
 * the middle of what is seen.
 */
function useCurrentSection(sections: Sections, at: string | undefined): string {
  const [current, setCurrent] = useState<string>(settingSections[0].id);
  useEffect(() => {
    const root = sections.current?.closest('main');
    if (!root) return;
    let isThere = true;
    const look = () => {
      const { top, bottom } = root.getBoundingClientRect();
      const isAtEnd = root.scrollTop > 0 && root.scrollTop + root.clientHeight >= root.scrollHeight - 2;
      const all = [...(sections.current?.querySelectorAll<HTMLElement>('section[data-at]') ?? [])].map(
        (section) => ({ id: section.dataset.at, start: section.getBoundingClientRect().top }),
      );
      const addressed = all.find(({ id, start }) => isThere && id === at && start >= top && start < bottom);
      const last = isAtEnd ? all.at(-1) : all.findLast(({ start }) => start <= (top + bottom) / 2);
      setCurrent((addressed ?? last)?.id ?? settingSections[0].id);
    };
    const goOn = () => {
      isThere = false;
    };
    look();
    root.addEventListener('scroll', look, { passive: true });
    for (const input of inputs) root.addEventListener(input, goOn, { passive: true });
    return () => {
      root.removeEventListener('scroll', look);
      for (const input of inputs) root.removeEventListener(input, goOn);
    };
  }, [sections, at]);
  return current;
}
