import type { Mode } from '@quoth/contract';

/** How a new mode begins, as its address says: with a style of rewriting, or blank. */
export interface NewMode {
  readonly preset?: Exclude<Mode['preset'], 'custom'>;
}

// Not the contract's own list: with it every window would load its schemas before the first page.
const presets: Readonly<Record<NonNullable<NewMode['preset']>, true>> = {
  hyper: true,
  message: true,
  email: true,
  note: true,
  meeting: true,
  commit: true,
  code: true,
};

export function readNewMode({ preset }: Record<string, unknown>): NewMode {
  const known = (Object.keys(presets) as NonNullable<NewMode['preset']>[]).find((one) => one === preset);
  return known === undefined ? {} : { preset: known };
}
