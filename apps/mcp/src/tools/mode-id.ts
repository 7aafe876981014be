import { type Client, QuothError } from '@quoth/client';
import { modeNameKey } from '@quoth/contract';

/** The id of a mode that is named by its id or, without case, by its name. Throws MODE_NOT_FOUND. */
export async function modeIdOf(client: Client, written: string, signal: AbortSignal): Promise<string> {
  const { modes } = await client.listModes({ signal });
  const wanted = modeNameKey(written);
  const found =
    modes.find(({ id }) => id.toLowerCase() === wanted) ??
    modes.find(({ name }) => modeNameKey(name) === wanted);
  if (found) return found.id;
  throw new QuothError('MODE_NOT_FOUND', {
    message: 'There is no mode with this id or name.',
    hint: 'list_modes lists the modes.',
  });
}
