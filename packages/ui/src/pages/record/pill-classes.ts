/** The button that names the mode, with and without its list. */
export const pillClasses =
  'flex h-10 max-w-full items-center gap-2 rounded-full border border-line bg-raised ps-4 pe-3 transition-colors hover:bg-hover data-disabled:opacity-60';
