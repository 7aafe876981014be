import type { en } from './en.ts';

/** What a translation must contain: the keys of the English texts. */
export type TextCatalog = Widened<typeof en>;

type Widened<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Widened<Texts[Key]>;
};

declare module 'use-intl' {
  // The texts' keys, and the values that each takes, are checked by the compiler.
  interface AppConfig {
    Messages: typeof en;
  }
}
