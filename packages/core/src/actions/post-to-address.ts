import { createHmac, randomBytes } from 'node:crypto';
import { lookup } from 'node:dns';
import { Agent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import {
  type Advice,
  AppError,
  appVersion,
  limits,
  type Message,
  retryAfter,
  say,
  systemCode,
} from '@quoth/contract';
import { type Clock, isoTime } from '../base/index.ts';
import { type ActionDelivery, type Deliver, type DeliveryOutcome, LimitedOutput } from './delivery.ts';

export interface PostToAddressOptions {
  /**
   * The action's signing secret; undefined if it was removed from the store. Throws AppError where the store does not
   * open.
   */
  readonly secretOf: (actionId: string) => Promise<string | undefined>;
  readonly clock: Clock;
  /** How names are resolved; the system's way if not given. */
  readonly resolve?: typeof lookup;
  /** Milliseconds for the whole answer; the budget's if not given. */
  readonly answerTimeoutMs?: number;
}

/**
 * Posts a text as the Standard Webhooks specification says. Only 2xx is a success; redirects are not followed, so that
 * what was said goes nowhere else than where its user sends it. Plain http goes to this machine alone: the name is
 * resolved here, and the connection made to what was checked.
 */
export function addressPoster({
  secretOf,
  clock,
  resolve = lookup,
  answerTimeoutMs = limits.actionAnswerTimeoutMs,
}: PostToAddressOptions): Deliver<'webhook'> {
  return async (delivery, signal) => {
    signal.throwIfAborted();
    const secret = await secretOf(delivery.actionId).catch((error: unknown) =>
      error instanceof AppError ? error : new AppError('INTERNAL_ERROR'),
    );
    if (secret instanceof AppError) return failed([secret.said, ...secret.advice], '');
    if (secret === undefined) return failed([say('signingSecretMissing')], '');
    const body = JSON.stringify(payload(delivery));
    const seconds = Math.floor(clock.now() / 1_000);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      // A connection that is kept open may be closed by the other side just as the next text is sent, which would look
      // like a failure.
      connection: 'close',
      'user-agent': `Quoth/${appVersion}`,
      'webhook-id': delivery.runId,
      'webhook-timestamp': String(seconds),
      'webhook-signature': webhookSignature(secret, delivery.runId, seconds, body),
    };
    const limit = AbortSignal.timeout(answerTimeoutMs);
    const output = new LimitedOutput();
    try {
      const answer = await post(new URL(delivery.does.url), {
        headers,
        body,
        signal: AbortSignal.any([signal, limit]),
        resolve,
      });
      return await outcomeOf(answer, output, clock);
    } catch (error) {
      signal.throwIfAborted();
      const late = say('answerTooLate', { seconds: answerTimeoutMs / 1_000 });
      return failed([limit.aborted ? late : notReached(error)], output.text);
    }
  };
}

/**
 * `data.sequence` grows with each delivery of the action, for receivers that want an order: deliveries themselves may
 * overtake each other.
 */
function payload({ recording, sequence, queuedMs, isTrial }: ActionDelivery<'webhook'>): object {
  const { id, text, dateMs, duration, mode, language, source } = recording;
  return {
    type: 'recording.transcribed',
    timestamp: isoTime(queuedMs),
    data: {
      recording_id: id,
      sequence,
      text,
      date: isoTime(dateMs),
      duration,
      mode,
      language,
      source,
      ...(isTrial && { trial: true }),
    },
  };
}

interface Posted {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  readonly resolve: typeof lookup;
}

function post(url: URL, { headers, body, signal, resolve }: Posted): Promise<IncomingMessage> {
  return new Promise((settle, reject) => {
    const options: RequestOptions = { method: 'POST', headers, signal };
    const outgoing =
      url.protocol === 'https:'
        ? // Certificates are checked whatever the environment says, so that a text reaches only its receiver.
          httpsRequest(url, { ...options, rejectUnauthorized: true })
        : // An agent of its own: one that the environment sends through a proxy would not stay on this machine.
          httpRequest(url, { ...options, agent: new Agent(), lookup: onThisMachine(resolve) });
    outgoing.once('response', settle);
    outgoing.on('error', reject);
    // A switch to another protocol is no answer, and no other event reports it, the time limit included.
    outgoing.once('close', () => reject(new Error('closed without an answer')));
    outgoing.end(body);
  });
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1)$/;

/**
 * `localhost` may be anything in a hosts file: only an address of this machine passes, and that one is connected to.
 */
function onThisMachine(resolve: typeof lookup): NonNullable<RequestOptions['lookup']> {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const here = found.filter(({ address }) => LOOPBACK.test(address));
      const [first] = here;
      if (first === undefined)
        return callback(Object.assign(new Error('not this machine'), { code: 'QUOTH_NOT_HERE' }), '', 0);
      if (options.all) callback(null, here);
      else callback(null, first.address, first.family);
    });
  };
}

async function outcomeOf(
  answer: IncomingMessage,
  output: LimitedOutput,
  clock: Clock,
): Promise<DeliveryOutcome> {
  const status = answer.statusCode ?? 0;
  for await (const chunk of answer) if (!output.add(chunk as Buffer)) break;
  // If the body was not read to its end, the connection closes too.
  answer.destroy();
  const { text } = output;
  if (status >= 200 && status < 300)
    return { ok: true, message: [say('answered', { status })], output: text, retry: 'no' };
  if (status >= 300 && status < 400) return failed([say('answeredRedirect', { status })], text);
  if (status === 410) {
    return { ok: false, message: [say('answeredGone')], output: text, retry: 'later', isGone: true };
  }
  // A date is meant by the answering machine's clock.
  const now = Date.parse(answer.headers.date ?? '') || clock.now();
  const after = retryAfter(answer.headers['retry-after'] ?? null, now);
  return {
    ...failed([say('answered', { status })], text),
    ...(after !== undefined && { retryAfterMs: after * 1_000 }),
  };
}

function failed(message: Advice, output: string): DeliveryOutcome {
  return { ok: false, message, output, retry: 'later' };
}

function notReached(error: unknown): Message {
  const code = systemCode(error) ?? '';
  if (code === 'QUOTH_NOT_HERE') return say('nameLeadsElsewhere');
  if (code === 'ECONNREFUSED') return say('nothingListens');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return say('nameNotResolved');
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return say('notHttps', { code });
  if (/CERT|TLS|VERIFY|ISSUER|CRL/.test(code)) return say('certificateRefused', { code });
  return code === '' ? say('addressNotReached') : say('addressNotReachedCode', { code });
}

/** A new signing secret: 32 random bytes in the form of the Standard Webhooks specification. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/**
 * The signature of the Standard Webhooks specification, version 1 (github.com/standard-webhooks): HMAC-SHA256 of id,
 * time and body under the secret's bytes. `seconds` since 1970.
 */
function webhookSignature(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}
