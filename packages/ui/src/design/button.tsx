import { Button as BaseButton } from '@base-ui/react/button';
import { Tooltip } from '@base-ui/react/tooltip';
import { Check, Copy, Loader2, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';

/** Joins class names; false and undefined are left out. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== false && name !== undefined && name !== '').join(' ');
}

/** An icon next to a text or in a labelled button: hidden from screen readers. */
export function Icon({
  of: Drawing,
  size = 16,
  className,
}: {
  readonly of: LucideIcon;
  readonly size?: 16 | 20 | 24 | 32;
  readonly className?: string;
}) {
  return <Drawing size={size} strokeWidth={1.75} aria-hidden className={`shrink-0 ${className ?? ''}`} />;
}

/** How much a button asks for attention. At most one `primary` per page. */
type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

/** A button of the standard height. While `busy` it keeps its place, its width and its focus, and cannot be pressed. */
interface ButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'className'> {
  readonly kind?: ButtonKind;
  readonly icon?: LucideIcon;
  readonly busy?: boolean;
  readonly children: ReactNode;
  readonly className?: string;
}

const sharedClasses =
  'inline-flex h-8 pointer-coarse:h-10 items-center justify-center gap-2 rounded-control px-3 text-body font-medium whitespace-nowrap select-none transition-colors';
export const buttonClasses: Readonly<Record<ButtonKind, string>> = {
  primary: `${sharedClasses} bg-accent text-on-accent not-data-disabled:hover:bg-accent-hover data-disabled:bg-pressed data-disabled:text-quiet`,
  secondary: `${sharedClasses} data-disabled:opacity-50 border border-line-button bg-raised text-text not-data-disabled:hover:bg-hover not-data-disabled:active:bg-pressed`,
  quiet: `${sharedClasses} data-disabled:opacity-50 text-quiet not-data-disabled:hover:text-text not-data-disabled:hover:bg-hover not-data-disabled:active:bg-pressed`,
  danger: `${sharedClasses} data-disabled:opacity-50 border border-danger bg-raised text-danger not-data-disabled:hover:bg-danger-soft`,
};

/** What works cannot be pressed again, and keeps the focus. */
function working(busy: boolean, rest: ComponentProps<typeof BaseButton>) {
  return {
    disabled: busy || rest.disabled === true,
    focusableWhenDisabled: busy || rest.focusableWhenDisabled === true,
    'aria-busy': busy || undefined,
  };
}

export function Button({
  kind = 'secondary',
  icon,
  busy = false,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <BaseButton {...rest} {...working(busy, rest)} className={classes(buttonClasses[kind], className)}>
      {busy ? <Icon of={Loader2} className="turning" /> : icon && <Icon of={icon} />}
      {children}
    </BaseButton>
  );
}

/** A few words next to what is hovered or focused. Never the only place for a piece of information. */
export function Tip({ text, children }: { readonly text: ReactNode; readonly children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup
            data-tip
            className="max-w-72 rounded-control bg-text px-2 py-1 text-small text-surface shadow-float transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0"
          >
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

interface IconButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'className' | 'children'> {
  readonly icon: LucideIcon;
  /** Read by screen readers, and shown as a tooltip. */
  readonly name: string;
  readonly busy?: boolean;
  readonly className?: string;
}

/** A square button with only an icon. */
export function IconButton({ icon, name, busy = false, className, ...rest }: IconButtonProps) {
  return (
    <Tip text={name}>
      <BaseButton
        {...rest}
        {...working(busy, rest)}
        aria-label={name}
        className={classes(
          'inline-flex size-8 pointer-coarse:size-10 shrink-0 items-center justify-center rounded-control text-quiet transition-colors hover:bg-hover hover:text-text active:bg-pressed data-disabled:opacity-50 data-pressed:bg-hover data-pressed:text-text',
          className,
        )}
      >
        <Icon of={icon} />
      </BaseButton>
    </Tip>
  );
}

/** Copies a text; a tick confirms it. An icon, or with `isLabelled` a button that says "Copy". */
export function CopyButton({
  text,
  name,
  isLabelled = false,
}: {
  /** Or a function that returns it, if it should not be on the page before. */
  readonly text: string | (() => Promise<string>);
  /** What is copied, for screen readers. */
  readonly name?: string;
  readonly isLabelled?: boolean;
}) {
  const t = useTranslations('app');
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), 2_000);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
    setDone(true);
  };
  const icon = isDone ? Check : Copy;
  return (
    <>
      {isLabelled ? (
        <Button icon={icon} aria-label={name} onClick={() => void copy()}>
          {t('copy')}
        </Button>
      ) : (
        <IconButton icon={icon} name={name ?? t('copy')} onClick={() => void copy()} />
      )}
      <span role="status" className="unseen">
        {isDone ? t('copied') : ''}
      </span>
    </>
  );
}

/**
 * What is printed on a key in the reader's language, by its name in a shortcut; and its side, where only that one
 * counts.
 */
export function useKeyName(): (key: string) => string {
  const t = useTranslations('keyNames');
  const printed = (key: string) => {
    const name = ({ Control: 'Ctrl', Escape: 'Esc' }[key] ?? key) as 'Ctrl';
    return t.has(name) ? t(name) : name;
  };
  return (key) => {
    const [, held, side] = /^(Control|Alt|Shift|Super)(Left|Right)$/.exec(key) ?? [];
    if (held === undefined) return printed(key);
    return t(side === 'Left' ? 'left' : 'right', { key: printed(held) });
  };
}

/** A key, as it is printed on a keyboard of the reader's language. `children`: its name in a shortcut. */
export function KeyCap({
  isLarge = false,
  children,
}: {
  readonly isLarge?: boolean;
  readonly children: string;
}) {
  const nameOf = useKeyName();
  return (
    <kbd
      className={classes(
        'inline-flex items-center justify-center border border-line bg-sunken font-sans',
        isLarge
          ? 'h-11 min-w-11 rounded-control border-b-2 px-3 text-heading font-medium'
          : 'h-5 min-w-5 rounded-small px-1 text-small text-quiet',
      )}
    >
      {nameOf(children)}
    </kbd>
  );
}
