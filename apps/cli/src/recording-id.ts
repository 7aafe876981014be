import { type Client, QuothError } from '@quoth/client';
import { inQuotes } from './in-quotes.ts';
import { shortId } from './short-id.ts';

/** The recording that is meant by an id or the beginning of one. Throws RECORDING_NOT_FOUND. */
export async function recordingId(
  client: Client,
  written: string,
  { trash = false }: { readonly trash?: boolean } = {},
): Promise<string> {
  const id = written.trim().toLowerCase();
  const where = trash ? ' in the trash' : '';
  const list = trash ? 'quoth recordings list --trash' : 'quoth recordings list';
  const hint = `"${list}" shows ids; their first characters are enough.`;
  if (!/^[0-9a-f-]{1,36}$/.test(id))
    throw new QuothError('RECORDING_NOT_FOUND', {
      message: `${inQuotes(written)} is not a recording's id.`,
      hint,
    });
  const { total, recordings } = await client.searchRecordings({ query: { id, trash, limit: '5' } });
  const [first] = recordings;
  if (!first)
    throw new QuothError('RECORDING_NOT_FOUND', {
      message: `There is no recording ${written}${where}.`,
      hint,
    });
  if (total > 1)
    throw new QuothError('RECORDING_NOT_FOUND', {
      message: `${total} recordings${where} start with ${written}: ${recordings.map((one) => shortId(one.id)).join(', ')}${total > recordings.length ? ' …' : ''}`,
      hint: 'Give more characters of the id.',
    });
  return first.id;
}
