import type { Server } from 'node:http';
import { defaultPort, type Notice, systemCode } from '@quoth/contract';
import { listen } from './listen.ts';

const ADDRESS = '127.0.0.1';

/** A port that the server listens at; none where the fixed one is not to be had. The notice says what is not as it was wanted. */
export interface TakenPort {
  readonly port: number | undefined;
  readonly notice?: Notice;
}

/** Has the server listen at the fixed port alone, or else at the last one, the default or a free one, on 127.0.0.1. */
export async function takePort(
  server: Server,
  { fixed, last }: { readonly fixed: number | null; readonly last: number | undefined },
): Promise<TakenPort> {
  const wanted = fixed ?? last ?? defaultPort;
  try {
    return { port: await listen(server, { host: ADDRESS, port: wanted, exclusive: true }) };
  } catch (error) {
    const code = systemCode(error);
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const why = code === 'EACCES' ? 'may not be used by this user' : 'is in use by another program';
    if (fixed !== null)
      return {
        port: undefined,
        notice: {
          id: 'port-in-use',
          level: 'warning',
          message: `Port ${fixed} ${why}, so the local API stays off.`,
          hint: 'Set another port, or none, which takes effect at once; or stop that program, then switch the local API on again.',
        },
      };
    const port = await listen(server, { host: ADDRESS, port: 0, exclusive: true });
    return {
      port,
      notice: {
        id: 'port-in-use',
        level: 'warning',
        message: `Port ${wanted} ${why}; the local API uses port ${port} instead.`,
        hint: 'Clients that read the discovery file find it; others must be given the new port.',
      },
    };
  }
}
