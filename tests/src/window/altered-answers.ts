import type { CallResult } from '@quoth/client';
import { type RouteName, routes, windowApiPath } from '@quoth/contract';
import type { Page, Route } from 'playwright-core';

/** What a route answers, instead of what the application says. */
type Alteration = (route: Route) => Promise<void>;
type BodyOf<Name extends RouteName> = Awaited<CallResult<Name>>;

/**
 * Puts states in front of a page that the application would only have for a moment, or on another machine: its own
 * answers, altered. What comes out must be an answer of the contract.
 */
export class AlteredAnswers {
  readonly #page: Page;
  readonly #given = new Map<string, Alteration>();

  constructor(page: Page) {
    this.#page = page;
  }

  /** The real answer with a part replaced. */
  alter<Name extends RouteName>(name: Name, change: (body: BodyOf<Name>) => unknown): Promise<void> {
    return this.#answer(name, async (route) => {
      const answer = await route.fetch();
      const altered = change((await answer.json()) as BodyOf<Name>);
      const { returns } = routes[name];
      if (returns.kind === 'json') returns.schema.parse(altered);
      await route.fulfill({ response: answer, json: altered });
    });
  }

  /** A refusal, as the application would tell it. */
  refuse(name: RouteName, message: string, hint?: string): Promise<void> {
    const error = { code: 'INTERNAL_ERROR', message, ...(hint !== undefined && { hint }) };
    return this.#answer(name, (route) => route.fulfill({ status: 500, json: { ok: false, error } }));
  }

  /** No answer, until what is given back is called: then the one that is meant by then. */
  async hold(name: RouteName): Promise<() => void> {
    const held = Promise.withResolvers<void>();
    const hold: Alteration = async (route) => {
      await held.promise;
      const meant = this.#given.get(name);
      await (meant && meant !== hold ? meant(route) : route.fallback());
    };
    await this.#answer(name, hold);
    return held.resolve;
  }

  /** The application's own answer again. */
  heal(name: RouteName): void {
    this.#given.delete(name);
  }

  async #answer(name: RouteName, alteration: Alteration): Promise<void> {
    const isNew = !this.#given.has(name);
    this.#given.set(name, alteration);
    if (!isNew) return;
    const { method, path } = routes[name];
    await this.#page.route(
      (url) => url.pathname === `${windowApiPath}${path}`,
      async (route) => {
        const given = route.request().method() === method ? this.#given.get(name) : undefined;
        try {
          await (given ? given(route) : route.fallback());
        } catch (error) {
          // The window was closed meanwhile: the answer is not needed any more.
          if (!/disposed|has been closed/.test(String(error))) throw error;
        }
      },
    );
  }
}
