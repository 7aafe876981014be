import { Button as BaseButton } from '@base-ui/react/button';
import { Loader2, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

/** How much a button asks for attention. At most one `primary` per page. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

/** A button of the standard height. While `busy` it keeps its place, its width and its focus, and cannot be pressed. */
export interface ButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'className'> {
  readonly kind?: ButtonKind;
  readonly icon?: LucideIcon;
  readonly busy?: boolean;
  readonly children: ReactNode;
  readonly className?: string;
}

const shared =
  'inline-flex h-8 pointer-coarse:h-10 items-center justify-center gap-2 rounded-control px-3 text-body font-medium whitespace-nowrap select-none transition-colors';
const disabled = 'data-disabled:opacity-50';
export const buttonClasses: Readonly<Record<ButtonKind, string>> = {
  primary: `${shared} ${disabled} bg-accent text-on-accent not-data-disabled:hover:bg-accent-hover`,
  secondary: `${shared} ${disabled} border border-line bg-raised text-text not-data-disabled:hover:bg-hover not-data-disabled:active:bg-pressed`,
  quiet: `${shared} ${disabled} text-text not-data-disabled:hover:bg-hover not-data-disabled:active:bg-pressed`,
  danger: `${shared} ${disabled} bg-danger text-on-danger not-data-disabled:hover:bg-danger-hover`,
};

export function Button({
  kind = 'secondary',
  icon,
  busy = false,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <BaseButton
      {...rest}
      disabled={busy || rest.disabled === true}
      focusableWhenDisabled={busy || rest.focusableWhenDisabled === true}
      aria-busy={busy || undefined}
      className={classes(buttonClasses[kind], className)}
    >
      {busy ? <Icon of={Loader2} className="turning" /> : icon && <Icon of={icon} />}
      {children}
    </BaseButton>
  );
}
