import { type Client, QuothError } from '@quoth/client';
import { type Mode, modeNameKey } from '@quoth/contract';
import { didYouMean } from './did-you-mean.ts';
import { inQuotes } from './in-quotes.ts';

/** The mode that is meant by a name (without case) or an id; the default one without either. Throws MODE_NOT_FOUND. */
export async function modeNamed(client: Client, written: string | undefined): Promise<Mode> {
  const { modes } = await client.listModes();
  const wanted = written === undefined ? undefined : modeNameKey(written);
  const found =
    wanted === undefined
      ? modes.find(({ isDefault }) => isDefault)
      : (modes.find(({ id }) => id === wanted) ?? modes.find(({ name }) => modeNameKey(name) === wanted));
  if (found) return found;
  const near = didYouMean(
    written ?? '',
    modes.map(({ name }) => name),
  );
  throw new QuothError('MODE_NOT_FOUND', {
    message: `There is no mode ${inQuotes(written ?? '')}.${near}`,
    hint: `There are ${modes.map(({ name }) => `"${name}"`).join(', ')}.`,
  });
}
