import { Progress } from '@base-ui/react/progress';
import { inOneLine } from '@quoth/words/render.ts';
import { CircleAlert, type LucideIcon, RotateCw } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button, Icon } from './button.tsx';

/** Grey bars as high as the expected content; nothing for the first 200 ms. */
export function Skeleton({
  rows,
  rowHeight = 56,
}: {
  readonly rows: number;
  readonly rowHeight?: number | undefined;
}) {
  const t = useTranslations('app');
  return (
    <div role="status" aria-label={t('loading')} className="late">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div
          key={row}
          className="flex items-center border-b border-line last:border-0"
          style={{ height: rowHeight }}
        >
          <div
            className="breathing h-3 rounded-small bg-hover"
            style={{ width: `${60 - ((row * 17) % 30)}%` }}
          />
        </div>
      ))}
    </div>
  );
}

/** For an empty page: one sentence, and the action that adds something. */
export function EmptyState({
  icon,
  children,
  action,
}: {
  readonly icon: LucideIcon;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-96 flex-col items-center gap-3 px-4 py-16 text-center text-quiet">
      <Icon of={icon} size={24} />
      <p className="m-0">{children}</p>
      {action}
    </div>
  );
}

/** What failed, why, what to do about it, and a button to retry. */
export function ErrorState({
  title,
  message,
  hint,
  retryLabel,
  onRetry,
  isBusy = false,
}: {
  readonly title: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly retryLabel?: string;
  readonly onRetry: () => void;
  readonly isBusy?: boolean;
}) {
  const t = useTranslations('app');
  return (
    <div role="alert" className="mx-auto flex max-w-120 flex-col items-center gap-3 px-4 py-16 text-center">
      <Icon of={CircleAlert} size={24} className="text-danger" />
      <p className="m-0 font-medium">{title}</p>
      <p className="m-0 text-quiet">{inOneLine(message, hint)}</p>
      <Button icon={RotateCw} onClick={onRetry} busy={isBusy}>
        {retryLabel ?? t('retry')}
      </Button>
    </div>
  );
}

/** Facts, each once and no empty one, in one line; where that has no room for all of them, it ends between two. */
export function FactLine({ facts }: { readonly facts: readonly string[] }) {
  return [...new Set(facts)].filter(Boolean).map((fact, at, all) => (
    <Fragment key={fact}>
      <span className="inline-block">
        {fact}
        {at < all.length - 1 && ' ·'}
      </span>{' '}
    </Fragment>
  ));
}

type BannerTone = 'info' | 'success' | 'warning' | 'danger';

const bannerTones: Readonly<Record<BannerTone, string>> = {
  info: 'bg-sunken text-text [&>svg]:text-quiet',
  success: 'bg-success-soft text-text [&>svg]:text-success',
  warning: 'bg-warning-soft text-text [&>svg]:text-warning',
  danger: 'bg-danger-soft text-text [&>svg]:text-danger',
};

/** What happened and what to do, shown in place for as long as it matters. */
export function Banner({
  tone = 'info',
  icon,
  children,
  action,
  isAlert = false,
}: {
  readonly tone?: BannerTone;
  readonly icon: LucideIcon;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Announced at once by screen readers; for what stops the work. */
  readonly isAlert?: boolean;
}) {
  return (
    <div
      role={isAlert ? 'alert' : 'status'}
      className={`flex items-start gap-3 rounded-control px-3 py-2 ${bannerTones[tone]}`}
    >
      <Icon of={icon} className={action === undefined ? 'mt-0.5' : 'mt-2'} />
      {/* Below the text where there is no room beside it, and as far in. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
        <div className={`min-w-0 flex-1 basis-72 text-pretty ${action === undefined ? '' : 'py-1.5'}`}>
          {children}
        </div>
        {action}
      </div>
    </div>
  );
}

export type PillTone = 'neutral' | 'success' | 'warning' | 'danger';

const pillTones: Readonly<Record<PillTone, string>> = {
  neutral: 'bg-hover text-quiet',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

/** A state in a word, with an icon, so that it is never shown by colour alone. */
export function Pill({
  tone = 'neutral',
  icon,
  isWorking = false,
  isSmall = false,
  children,
}: {
  readonly tone?: PillTone;
  readonly icon?: LucideIcon;
  readonly isWorking?: boolean;
  /** As high as a line of text, next to a name. */
  readonly isSmall?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2 font-medium whitespace-nowrap ${isSmall ? 'h-5 text-small' : 'h-6 text-secondary'} ${pillTones[tone]}`}
    >
      {icon && <Icon of={icon} className={isWorking ? 'size-3.5 turning' : 'size-3.5'} />}
      {children}
    </span>
  );
}

/** How far something is; without `value`, only that it is in progress. */
export function ProgressBar({
  name,
  value,
  words,
}: {
  readonly name: string;
  /** From 0 to 1; null while unknown. */
  readonly value: number | null;
  /** What screen readers say instead of the number. */
  readonly words?: string;
}) {
  return (
    <Progress.Root
      aria-label={name}
      value={value === null ? null : Math.round(value * 100)}
      {...(words !== undefined && { getAriaValueText: () => words })}
      className="w-full"
    >
      <Progress.Track className="h-1 overflow-hidden rounded-full bg-pressed">
        <Progress.Indicator className="h-full rounded-full bg-accent transition-[width] data-indeterminate:breathing data-indeterminate:w-full data-indeterminate:opacity-50" />
      </Progress.Track>
    </Progress.Root>
  );
}
