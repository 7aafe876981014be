import { type Client, QuothError } from '@quoth/client';
import { modeNameKey } from '@quoth/contract';

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function visibleModes(client: Client, signal: AbortSignal, isOptional: boolean) {
  try {
    return (await client.listModes({ signal })).modes;
  } catch (error) {
    if (isOptional && error instanceof QuothError && error.code === 'FORBIDDEN_SCOPE') return undefined;
    throw error;
  }
}

/** The id of a mode that is named by its id or, without case, by its name. Throws MODE_NOT_FOUND. */
export async function modeIdOf(client: Client, written: string, signal: AbortSignal): Promise<string> {
  const modes = await visibleModes(client, signal, isId.test(written));
  // Who may not see the modes can still name one by its id; whether there is one, the application says.
  if (modes === undefined) return written;
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
