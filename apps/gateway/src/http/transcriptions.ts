import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type OpenAiTranscriptionFields, openAiTranscriptionFields, say } from '@quoth/contract';
import { callerSignal } from '@quoth/http';
import {
  hintsOf,
  mergeChunks,
  openAiContentTypes,
  type RecognizedSpeech,
  renderTranscription,
  shiftedBy,
  timesFor,
} from '@quoth/text';
import { transcribeWithVendor, VendorError } from '@quoth/vendors';
import type { MeasuredAudio, VendorUpload } from '../audio/audio-tools.ts';
import { GatewayError } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../ledger/callers.ts';
import { largest, type SpeechPrice, speechCharge } from '../ledger/prices.ts';
import type { Answer } from '../relay/answer.ts';
import { requestKey } from '../relay/answer.ts';
import { type Member, type RequestedModel, speechChain } from '../relay/chains.ts';
import { type AskOptions, NotAsked, relay } from '../relay/relay.ts';
import { parsed, type RouteContext } from './answers.ts';
import { readUpload } from './bodies.ts';
import { clientKeyOf, deviceOf, pricesOf, sendAnswer, unknownModel, withLimits } from './guards.ts';

/** `POST /v1/audio/transcriptions`: speech in, text out, as OpenAI's clients ask for it. */
export function createTranscription(context: RouteContext, gateway: Gateway): Promise<Response> {
  return withLimits(context, gateway, async (caller) => {
    const { config, keeper, tools, queue } = gateway;
    const clientKey = clientKeyOf(context);
    const client = callerSignal(context.env.outgoing);
    const { file, fields: written } = await readUpload(context.env.incoming, {
      maxBytes: config.limits.uploadMegabytes * 1_000_000,
      idleMs: config.limits.idleSeconds * 1_000,
      keep: (stream, announcedBytes) => keeper.keep(stream, announcedBytes),
    });
    try {
      const fields = checked(written);
      const choice = choiceOf(fields.model ?? 'default', gateway);
      const measured = await tools.measure(file, caller.tokenId, client);
      const prices = await pricesOf(choice, gateway, ({ vendor, model }) =>
        gateway.prices.speech(vendor, model),
      );
      const leave = await queue.enter(caller.tokenId, client);
      try {
        const answer = await relay(gateway, {
          requestId: context.get('requestId'),
          caller,
          key: keyOf(caller, clientKey, file.sha256, written),
          kind: 'speech',
          choice: { ...choice, members: [...prices.keys()] },
          device: deviceOf(context),
          quantity: measured.milliseconds,
          hold: mostExpensive(prices, measured),
          deadlineMs: config.limits.deadlineSeconds * 1_000 + Number(measured.milliseconds) / 2,
          ask: (member, options) =>
            ask({ member, fields, measured, prices, gateway, owner: caller.tokenId, options }),
          client,
        });
        return fields.stream === true
          ? sendAnswer(context, gateway, answer, asEvents(answer.body, fields))
          : sendAnswer(context, gateway, answer);
      } finally {
        leave();
      }
    } finally {
      await file.discard();
    }
  });
}

/** OpenAI's fields that ask for additional output which the vendors here do not provide. */
const NOT_OFFERED = /^(include|known_speaker_(names|references))$/;

function checked(written: Readonly<Record<string, string | string[]>>): OpenAiTranscriptionFields {
  const refused = Object.keys(written).find((name) => NOT_OFFERED.test(name));
  if (refused !== undefined)
    throw new GatewayError('invalid_value', {
      message: `"${refused}" is not offered here: leave it out.`,
      param: refused,
    });
  const fields = parsed(openAiTranscriptionFields, written);
  if (fields.task === 'translate')
    throw new GatewayError('invalid_value', {
      message: '"task" can only be "transcribe" here.',
      param: 'task',
    });
  const format = fields.response_format ?? 'json';
  if (fields.stream === true && format !== 'json' && format !== 'text')
    throw new GatewayError('invalid_value', {
      message: 'With "stream" the format is json or text.',
      param: 'stream',
    });
  return fields;
}

function choiceOf(model: string, { config, vendors }: Gateway): RequestedModel {
  const choice = speechChain(model, { vendors, tiers: config.tiers });
  if (choice) return choice;
  throw unknownModel(model);
}

function mostExpensive(prices: ReadonlyMap<Member, SpeechPrice>, { milliseconds }: MeasuredAudio): bigint {
  return largest([...prices.values()].map((price) => speechCharge(price, milliseconds)));
}

function keyOf(
  { accountId, tokenId }: Caller,
  clientKey: string | undefined,
  audioHash: Uint8Array,
  fields: Readonly<Record<string, string | string[]>>,
) {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  const bodyHash = createHash('sha256')
    .update('speech\n')
    .update(audioHash)
    .update(JSON.stringify(sorted))
    .digest();
  return requestKey({ accountId, tokenId, clientKey, bodyHash });
}

interface Asked {
  readonly member: Member;
  readonly fields: OpenAiTranscriptionFields;
  readonly measured: MeasuredAudio;
  readonly prices: ReadonlyMap<Member, SpeechPrice>;
  readonly gateway: Gateway;
  /** On whose behalf a decoder is used, if one is needed. */
  readonly owner: string;
  readonly options: AskOptions;
}

/**
 * Has one vendor transcribe it. Throws VendorError; NotAsked if the time was up before a part could be sent;
 * GatewayError.
 */
async function ask({ member, fields, measured, prices, gateway, owner, options }: Asked): Promise<Answer> {
  const { config, vendors, tools, io, track } = gateway;
  const vendor = vendors.find(({ id }) => id === member.vendor);
  const access = config.vendors[member.vendor];
  const price = prices.get(member);
  if (!vendor?.speech || !access || !price)
    throw new VendorError('unreachable', say('providerUnreachable', { provider: member.vendor }));
  const format = fields.response_format ?? 'json';
  const times = timesFor(format) ?? [];
  const hints = hintsOf(fields);
  const model = vendor.speech.models.find(({ id }) => id === member.model);
  const transcripts: RecognizedSpeech[] = [];
  const parts = tools.uploads(measured, { adapter: vendor.speech, model }, owner, options.signal);
  for await (const part of sendable(parts, options.signal)) {
    const transcript = await transcribeWithVendor(
      {
        vendor,
        key: access.key,
        baseUrl: access.baseUrl,
        audio: part.audio,
        model: member.model,
        language: hints.language,
        vocabulary: hints.vocabulary ?? [],
        wants: {
          words: times.includes('word') && model?.capabilities.word_timestamps !== false,
          segments: times.includes('segment') && model?.capabilities.segment_timestamps !== false,
        },
        keepNothing: access.keepNothing,
        signal: options.signal,
        retries: options.retries,
        timeoutMs: options.timeoutMs,
      },
      io,
      track,
    );
    transcripts.push(shiftedBy(part.startSeconds, transcript));
  }
  const whole = mergeChunks(transcripts);
  const text = whole.text.trim();
  const duration = Number(measured.milliseconds) / 1_000;
  const isEmpty = text === '';
  return {
    contentType: openAiContentTypes[format],
    body: renderTranscription(
      { ...whole, text, segments: [...whole.segments], words: [...whole.words], duration_s: duration },
      {
        task: 'transcribe',
        format,
        granularities: fields.timestamp_granularities,
        temperature: fields.temperature,
        rewrite: (each) => each,
      },
      compressionRatio,
    ),
    isEmpty,
    charge: isEmpty ? 0n : speechCharge(price, measured.milliseconds),
    priceId: price.id,
  };
}

/** The parts. If one is not ready in time, that is not the vendor's fault. */
async function* sendable(
  parts: AsyncGenerator<VendorUpload, void, void>,
  signal: AbortSignal,
): AsyncGenerator<VendorUpload, void, void> {
  try {
    yield* parts;
  } catch (error) {
    throw signal.aborted && !(error instanceof GatewayError) ? new NotAsked('the time is up') : error;
  }
}

/** The answer as the events of a stream: all text in one delta, as vendors return it. */
function asEvents(body: string, { response_format: format = 'json' }: OpenAiTranscriptionFields) {
  const text = format === 'json' ? (JSON.parse(body) as { text: string }).text : body.trimEnd();
  const events = [
    { type: 'transcript.text.delta', delta: text },
    { type: 'transcript.text.done', text },
  ];
  return {
    contentType: 'text/event-stream; charset=utf-8',
    body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
  };
}

function compressionRatio(text: string): number {
  const bytes = Buffer.from(text);
  return bytes.length / deflateSync(bytes).length;
}
