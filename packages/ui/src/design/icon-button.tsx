import { Button as BaseButton } from '@base-ui/react/button';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { Tip } from './tip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'className' | 'children'> {
  readonly icon: LucideIcon;
  /** Read by screen readers, and shown as a tooltip. */
  readonly name: string;
  readonly className?: string;
}

/** A square button with only an icon. */
export function IconButton({ icon, name, className, ...rest }: IconButtonProps) {
  return (
    <Tip text={name}>
      <BaseButton
        {...rest}
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
