import { randomUUID } from 'node:crypto';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { AppError, openAiRoutes } from '@quoth/contract';
import { ProtocolError } from '../../http/envelope.ts';
import { bearerOf } from '../../http/guard.ts';
import { validated } from '../../input/validate.ts';
import type { RequestContext, UpgradeRequest } from '../../request-context.ts';
import type { Handler } from '../../routes/handler.ts';
import { ParameterError } from '../openai-error.ts';
import { RealtimeSession } from './realtime-session.ts';
import { initialSettings, optionsOf } from './session-settings.ts';

const SWITCHING_PROTOCOLS = 101;

/** `GET /v1/realtime`: the connection becomes a WebSocket, and that a session. */
export const openRealtime: Handler = (context, { core, realtime }) => {
  const { query, requestId, upgrade, program, outgoing } = context;
  if (!realtime) throw new AppError('NOT_FOUND');
  const { intent, model, save } = validated(openAiRoutes.openRealtime.query, query, 'text');
  if (intent === undefined) {
    throw new ParameterError('intent', {
      message: 'Only transcription sessions are available.',
      hint: 'Add intent=transcription to the address; conversations are not available here.',
    });
  }
  const token = upgrade && bearerOf(upgrade.request);
  refuseToken(query, token);
  const accepted = handshakeOf(upgrade, token);
  const settings = initialSettings(model, save);
  core.liveAudio.check(optionsOf(settings, core));
  realtime.check();
  const id = `sess_${randomUUID().replaceAll('-', '')}`;
  // In the list of calls, and for whoever would answer after this.
  if (outgoing) outgoing.statusCode = SWITCHING_PROTOCOLS;
  realtime.accept(accepted, program?.tokenId, (peer) => {
    const session = new RealtimeSession({ id, core, settings, peer, requestId });
    return { message: (bytes) => session.receive(bytes), closed: () => session.end() };
  });
  return RESPONSE_ALREADY_SENT;
};

/** Whoever logs addresses would keep it; also where the right header is there, too. Known by its name, or because it is the one in the header. */
function refuseToken(query: RequestContext['query'], token: string | undefined): void {
  const isNamed = ([name]: readonly [string, unknown]) =>
    /^(token|access_token|api_?key|key|authorization)$/i.test(name);
  const isIt = ([, value]: readonly [string, string | readonly string[]]) =>
    token !== undefined && [value].flat().some((one) => one.includes(token));
  if (!Object.entries(query).some((entry) => isNamed(entry) || isIt(entry))) return;
  throw new ProtocolError('INVALID_REQUEST', {
    message: 'A token does not belong in the address.',
    hint: 'Send it in the header alone: "Authorization: Bearer <token>".',
  });
}

/** Throws what is wrong with a request that should become a WebSocket (RFC 6455, section 4.2.1). */
function handshakeOf(upgrade: UpgradeRequest | undefined, token: string | undefined): UpgradeRequest {
  if (!upgrade) {
    throw new ProtocolError('INVALID_REQUEST', {
      message: 'This address accepts only WebSocket connections.',
      hint: 'Connect with a WebSocket client, such as the "ws" package or websocat.',
    });
  }
  const { headers, httpVersion } = upgrade.request;
  if (httpVersion !== '1.1')
    throw new ProtocolError('INVALID_REQUEST', {
      message: `A WebSocket handshake needs HTTP/1.1, and this one has HTTP/${httpVersion}.`,
    });
  const key = headers['sec-websocket-key'] ?? '';
  if (headers['sec-websocket-version'] !== '13' || !/^[+/0-9A-Za-z]{22}==$/.test(key))
    throw new ProtocolError('INVALID_REQUEST', {
      message: 'This is not a WebSocket handshake of version 13.',
    });
  const protocols = headers['sec-websocket-protocol'] ?? '';
  if (/key|token|bearer/i.test(protocols) || (token !== undefined && protocols.includes(token))) {
    throw new ProtocolError('INVALID_REQUEST', {
      message: 'A token does not belong in a subprotocol, where other programs can read it.',
      hint: 'Send it in the header alone: "Authorization: Bearer <token>".',
    });
  }
  return upgrade;
}
