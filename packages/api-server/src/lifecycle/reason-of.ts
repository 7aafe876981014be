import { systemCode } from '@quoth/contract';

/** Why a file could not be written, in words if they are clearer than the system's code. */
export function reasonOf(error: unknown): string {
  const code = systemCode(error);
  if (code === 'EISDIR' || code === 'ENOTEMPTY' || code === 'EEXIST')
    return 'there is a folder with that name';
  return code ?? 'unknown reason';
}
