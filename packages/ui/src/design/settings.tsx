import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { Link } from '@tanstack/react-router';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { useTranslations } from 'use-intl';
import { buttonClasses, Icon } from './button.tsx';
import { isFound, wordsOf } from './found.ts';
import { Select, type SelectOption } from './select.tsx';

/** What settings are filtered by: each word has to be in what a setting says. Empty for all. */
const Filter = createContext<readonly string[]>([]);
/** Within a section, the heading of a group is one level lower. */
const InSection = createContext(false);

function contains(filter: readonly string[], ...texts: readonly ReactNode[]): boolean {
  return isFound(filter, texts.filter((each) => typeof each === 'string').join(' '));
}

/** Sections of settings, of which only the rows are shown that contain what is searched for. */
export function FilteredSettings({
  search,
  empty,
  children,
}: {
  readonly search: string;
  /** Shown if no setting contains it. */
  readonly empty: string;
  readonly children: ReactNode;
}) {
  return (
    <Filter value={wordsOf(search)}>
      <div className="group/found flex flex-col gap-12">
        {children}
        <p
          role="status"
          className="m-0 hidden py-6 text-center text-quiet group-[:not(:has([data-setting]))]/found:block"
        >
          {empty}
        </p>
      </div>
    </Filter>
  );
}

const hiddenIfEmpty = 'not-has-[[data-setting]]:hidden';

/** A part of the settings page; a search for its title shows all of it. */
export function SettingSection({
  id,
  title,
  description,
  children,
}: {
  /** Its address. */
  readonly id: string;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useId();
  const filter = useContext(Filter);
  const isFiltered = filter.length > 0;
  return (
    <section
      aria-labelledby={heading}
      data-at={id}
      className={`flex flex-col gap-4 ${isFiltered ? hiddenIfEmpty : ''}`}
    >
      <header>
        <h2 id={heading} tabIndex={-1} className="m-0 text-heading font-semibold outline-none">
          {title}
        </h2>
        {description !== undefined && <p className="mt-0.5 mb-0 text-quiet">{description}</p>}
      </header>
      <InSection value>
        <Filter value={isFiltered && contains(filter, title) ? [] : filter}>{children}</Filter>
      </InSection>
    </section>
  );
}

/**
 * Content that is not made of settings: in a search, a row that leads to its section stands for it, or nothing where
 * that is not named.
 */
export function FoundBy({
  at,
  title,
  description,
  children,
}: {
  readonly at?: string;
  readonly title?: string;
  readonly description?: string;
  readonly children: ReactNode;
}) {
  const t = useTranslations('app');
  const filter = useContext(Filter);
  if (filter.length === 0) return children;
  if (at === undefined || !contains(filter, title, description)) return null;
  const show = (
    <Link to="/settings" search={{ at }} className={`${buttonClasses.secondary} no-underline`}>
      {t('show')}
    </Link>
  );
  return (
    <SettingGroup>
      <SettingRow title={title} description={description} control={show} isShort />
    </SettingGroup>
  );
}

/** True while settings are searched. */
export function useIsFiltering(): boolean {
  return useContext(Filter).length > 0;
}

/** Settings that belong together, under a heading where they need one. */
export function SettingGroup({
  title,
  children,
  description,
}: {
  readonly title?: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useId();
  const filter = useContext(Filter);
  const isInSection = useContext(InSection);
  const Heading = isInSection ? 'h3' : 'h2';
  const isFiltered = filter.length > 0;
  const card = 'divide-y divide-line rounded-card border border-line bg-raised';
  if (title === undefined)
    return <div className={`${card} ${isFiltered ? hiddenIfEmpty : ''}`}>{children}</div>;
  return (
    <section aria-labelledby={heading} className={isFiltered ? hiddenIfEmpty : ''}>
      <Heading id={heading} className={`m-0 ${isInSection ? 'font-medium' : 'text-heading font-semibold'}`}>
        {title}
      </Heading>
      {description !== undefined && <p className="m-0 text-secondary text-quiet">{description}</p>}
      <Filter value={isFiltered && contains(filter, title, description) ? [] : filter}>
        <div className={`${isInSection ? 'mt-2' : 'mt-3'} ${card}`}>{children}</div>
      </Filter>
    </section>
  );
}

/** Settings that few people change: a line that opens. */
export function FoldedGroup({
  title,
  summary,
  children,
}: {
  readonly title: string;
  /** What is inside, or how it is set, in a few words. */
  readonly summary: string;
  readonly children: ReactNode;
}) {
  return (
    <details className="group rounded-card border border-line bg-raised">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-card px-4 py-2.5 hover:bg-hover">
        <Icon
          of={ChevronRight}
          className="text-quiet transition-transform group-open:rotate-90 rtl:-scale-x-100"
        />
        <h3 className="m-0 shrink-0 text-body font-medium">{title}</h3>
        <span className="min-w-0 truncate text-secondary text-quiet">{summary}</span>
      </summary>
      <div className="divide-y divide-line border-t border-line">{children}</div>
    </details>
  );
}

/** One setting: what it is called, one line that says what it does, and its control. */
export function SettingRow({
  id,
  words,
  title,
  description,
  control,
  below,
  isShort = false,
}: {
  /** Its address. */
  readonly id?: string | undefined;
  /** What else it is found by. */
  readonly words?: string;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly control?: ReactNode;
  /** The texts are a few words each, so that the control stays beside them on a phone. */
  readonly isShort?: boolean;
  /** Related content that needs the whole width, such as a warning. */
  readonly below?: ReactNode;
}) {
  const filter = useContext(Filter);
  if (!contains(filter, title, description, words)) return null;
  return (
    <div
      data-setting
      data-at={id}
      className="px-4 py-3 transition-colors first:rounded-t-card last:rounded-b-card data-marked:bg-accent-soft"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className={`min-w-0 flex-1 ${isShort ? 'basis-28' : 'basis-44'}`}>
          <div className="font-medium">{title}</div>
          {description !== undefined && <div className="text-secondary text-quiet">{description}</div>}
        </div>
        {control !== undefined && (
          // On a phone, a list has a line of its own.
          <div className="flex min-w-0 items-center justify-end gap-2 max-rail:[&:has(>[role=combobox]:only-of-type)]:basis-full max-rail:[&>[role=combobox]:only-of-type]:w-full">
            {control}
          </div>
        )}
      </div>
      {below}
    </div>
  );
}

/** A setting with a few options. */
export function ChoiceRow<Value extends string | number | null>({
  id,
  title,
  description,
  ...select
}: {
  readonly id?: string;
  readonly title: string;
  readonly description?: ReactNode;
  readonly value: Value;
  readonly choices: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
}) {
  return (
    <SettingRow
      id={id}
      words={select.choices.map(({ label }) => label).join(' ')}
      title={title}
      description={description}
      control={
        <Select
          {...select}
          name={title}
          className="w-64 max-w-full rail:max-wide:w-auto rail:max-wide:min-w-40"
        />
      }
    />
  );
}

/** A setting that is on or off. */
export function SwitchRow({
  id,
  title,
  description,
  below,
  ...state
}: {
  readonly id?: string;
  readonly title: string;
  readonly description?: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
  readonly below?: ReactNode;
}) {
  return (
    <SettingRow
      id={id}
      title={title}
      description={description}
      control={<Switch {...state} name={title} />}
      below={below}
    />
  );
}

/** Rows in a frame of their own, without a heading. */
export function CardList({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <ul
      aria-label={name}
      className="m-0 list-none divide-y divide-line rounded-card border border-line bg-raised p-0"
    >
      {children}
    </ul>
  );
}

/** A thing that can be made from a pattern. */
export interface Template {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly detail: string;
  readonly run: () => void;
}

/** Patterns to begin with, in place of an empty table. */
export function Templates({
  name,
  templates,
}: {
  readonly name: string;
  readonly templates: readonly Template[];
}) {
  return (
    <section aria-label={name}>
      <ul className="m-0 grid list-none gap-3 p-0 rail:grid-cols-2">
        {templates.map(({ id, icon, title, detail, run }) => (
          <li key={id}>
            <button
              type="button"
              onClick={run}
              className="flex size-full items-start gap-3 rounded-card border border-line bg-raised px-4 py-3 text-start transition-colors hover:bg-hover"
            >
              <Icon of={icon} size={20} className="mt-0.5 text-quiet" />
              <span className="min-w-0">
                <span className="block font-medium">{title}</span>
                <span className="block text-secondary text-quiet">{detail}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What follows, in a sentence, and a control for it beside. */
export function Lead({ children, control }: { readonly children: ReactNode; readonly control: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="m-0 min-w-0 flex-1 basis-60 text-quiet">{children}</p>
      {control}
    </div>
  );
}

/** Content of a group that needs the whole width. */
export function WideRow({ children }: { readonly children: ReactNode }) {
  return <div className="px-4 py-3">{children}</div>;
}

/** On or off, at once. */
export function Switch({
  name,
  isOn,
  onChange,
  isDisabled = false,
}: {
  readonly name: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
}) {
  return (
    <BaseSwitch.Root
      aria-label={name}
      checked={isOn}
      disabled={isDisabled}
      onCheckedChange={onChange}
      className="relative inline-flex h-5 w-9 shrink-0 rounded-full bg-line-control p-0.5 transition-colors data-checked:bg-accent data-disabled:opacity-50"
    >
      <BaseSwitch.Thumb className="size-4 rounded-full bg-on-accent transition-transform data-checked:translate-x-4 rtl:data-checked:-translate-x-4" />
    </BaseSwitch.Root>
  );
}
