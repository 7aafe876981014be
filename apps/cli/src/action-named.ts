import { type Client, QuothError } from '@quoth/client';
import { type Action, actionNameKey } from '@quoth/contract';
import { didYouMean } from './did-you-mean.ts';
import { inQuotes } from './in-quotes.ts';

/** The action that is meant by a name (without case) or an id. Throws INVALID_REQUEST. */
export async function actionNamed(client: Client, written: string): Promise<Action> {
  const { actions } = await client.listActions();
  const wanted = actionNameKey(written);
  const found = actions.find(({ id, name }) => id === wanted || actionNameKey(name) === wanted);
  if (found) return found;
  const names = actions.map(({ name }) => name);
  throw new QuothError('INVALID_REQUEST', {
    message: `There is no action ${inQuotes(written)}.${didYouMean(written, names)}`,
    hint: '"quoth actions list" lists them.',
  });
}
