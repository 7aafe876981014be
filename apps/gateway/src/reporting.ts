import { ROOT_CONTEXT, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { DatabaseError } from './database/database.ts';
import { GatewayError } from './errors.ts';
import type { Tried } from './relay/chains.ts';
import type { Observer, RelayJob } from './relay/relay.ts';

export interface GatewayLogger {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Reports what the relay does in log, metrics and traces. */
export function reportTo(logger: GatewayLogger, metrics: Metrics, tracing: Tracing): Observer {
  return {
    began: (job) => tracing.began(job),
    tried: (job, tried) => {
      const { kind } = job;
      const { vendor, outcome, milliseconds } = tried;
      metrics.attempts.inc({ kind, vendor, outcome });
      metrics.vendorSeconds.observe({ kind, vendor }, milliseconds / 1_000);
      tracing.tried(job, tried);
    },
    completed: (job, tried, charge) => {
      const { requestId, kind, caller, choice, quantity } = job;
      const vendor = tried.at(-1)?.vendor ?? '';
      metrics.requests.inc({ kind, outcome: 'completed' });
      metrics.charged.inc({ kind, vendor }, Number(charge));
      tracing.ended(job, 'completed');
      logger.info(
        {
          requestId,
          account: caller.accountId,
          chosen: choice.name,
          vendor,
          tries: tried.map((each) => `${each.vendor}:${each.outcome}:${Math.round(each.milliseconds)}ms`),
          [kind === 'speech' ? 'audioMs' : 'textBytes']: Number(quantity),
          chargeMicro: String(charge),
        },
        'completed',
      );
    },
    failed: (job, tried, { error, isUnsettled }) => {
      const { requestId, kind, caller, choice } = job;
      const code = error instanceof GatewayError ? error.code : 'internal_error';
      metrics.requests.inc({ kind, outcome: code });
      tracing.ended(job, code);
      logger.warn(
        {
          requestId,
          account: caller.accountId,
          chosen: choice.name,
          tries: tried.map((each) => `${each.vendor}:${each.outcome}:${Math.round(each.milliseconds)}ms`),
          code,
        },
        isUnsettled
          ? 'failed while it was being charged; the books tell whether it was, and keep its answer if so'
          : 'failed; nothing was charged',
      );
    },
    replayed: ({ requestId, kind, caller }) => {
      metrics.requests.inc({ kind, outcome: 'replayed' });
      logger.info({ requestId, account: caller.accountId }, 'answered again, without a vendor');
    },
    broke: ({ requestId }, error) => logger.error({ requestId, error: describeError(error) }, 'a bug'),
    keyRefused: ({ vendor }) => {
      metrics.refusedKeys.inc({ vendor });
      logger.error({ vendor }, "the vendor refuses the operator's key: set a valid one");
    },
  };
}

/**
 * Name and place of an error, for the log; without its message, which may quote anything, but for a statement's, which
 * is made of names alone.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof DatabaseError) return `${error.name} ${error.message}`;
  const place = error.stack?.split('\n').find((line) => line.includes(' at ')) ?? '';
  return `${error.name}${place.trim() === '' ? '' : ` ${place.trim()}`}`;
}

/** Metrics for Prometheus. Labels are vendors and outcomes, never accounts, whose number is unlimited. */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Counter({
    name: 'quoth_gateway_requests_total',
    help: 'Requests that were carried out, by how they ended.',
    labelNames: ['kind', 'outcome'],
    registers: [this.registry],
  });
  readonly attempts = new Counter({
    name: 'quoth_gateway_vendor_attempts_total',
    help: 'Vendors that were asked, by what came of it.',
    labelNames: ['kind', 'vendor', 'outcome'],
    registers: [this.registry],
  });
  readonly vendorSeconds = new Histogram({
    name: 'quoth_gateway_vendor_seconds',
    help: 'Time that a vendor took.',
    labelNames: ['kind', 'vendor'],
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300],
    registers: [this.registry],
  });
  readonly charged = new Counter({
    name: 'quoth_gateway_charged_micro_total',
    help: 'Micro-units that were charged.',
    labelNames: ['kind', 'vendor'],
    registers: [this.registry],
  });
  readonly answers = new Counter({
    name: 'quoth_gateway_http_answers_total',
    help: 'Answers of HTTP, by status.',
    labelNames: ['status'],
    registers: [this.registry],
  });
  readonly refusedKeys = new Counter({
    name: 'quoth_gateway_vendor_key_refused_total',
    help: "Times that a vendor refused the operator's own key.",
    labelNames: ['vendor'],
    registers: [this.registry],
  });
  readonly working = new Gauge({
    name: 'quoth_gateway_working',
    help: 'Requests in progress on this node.',
    registers: [this.registry],
  });
  readonly waiting = new Gauge({
    name: 'quoth_gateway_waiting',
    help: 'Requests that wait for a turn on this node.',
    registers: [this.registry],
  });
  readonly swept = new Counter({
    name: 'quoth_gateway_swept_reservations_total',
    help: 'Reservations of dead nodes that were given back.',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }
}

/** Spans of requests and of the vendors within. Only facts, as in the log. */
interface Tracing {
  began(job: RelayJob): void;
  tried(job: RelayJob, tried: Tried): void;
  ended(job: RelayJob, outcome: string): void;
  close(): Promise<void>;
}

const silent: Tracing = { began: () => {}, tried: () => {}, ended: () => {}, close: async () => {} };

/** Traces by OpenTelemetry's standard variables; silent if none names a collector. */
export async function openTracing(isWanted: boolean): Promise<Tracing> {
  if (!isWanted) return silent;
  // Loaded only where it is wanted: it takes memory and start-up time.
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const {
    defaultResource,
    detectResources,
    resourceAttributesEnvDetector,
    resourceFromAttributes,
    serviceNameEnvDetector,
  } = await import('@opentelemetry/resources');
  const own = resourceFromAttributes({ 'service.name': 'quoth-gateway' });
  const reported = detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] });
  const provider = new TracerProvider({
    resource: defaultResource().merge(own).merge(reported),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  return tracingWith(provider.getTracer('quoth-gateway'), () => provider.shutdown());
}

function tracingWith(tracer: Tracer, shutdown: () => Promise<void>): Tracing {
  // By the request itself: its id is the client's to choose, so that two may have the same.
  const open = new WeakMap<RelayJob, Span>();
  return {
    began: (job) => {
      const attributes = { 'quoth.request_id': job.requestId, 'quoth.chosen': job.choice.name };
      open.set(job, tracer.startSpan(`relay ${job.kind}`, { attributes }));
    },
    tried: (job, { vendor, model, outcome, milliseconds }) => {
      const parent = open.get(job);
      if (!parent) return;
      const end = Date.now();
      const span = tracer.startSpan(
        `vendor ${vendor}`,
        { startTime: end - milliseconds, attributes: { 'quoth.model': model, 'quoth.outcome': outcome } },
        trace.setSpan(ROOT_CONTEXT, parent),
      );
      if (outcome !== 'completed' && outcome !== 'no-speech') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },
    ended: (job, outcome) => {
      const span = open.get(job);
      open.delete(job);
      span?.setAttribute('quoth.outcome', outcome);
      if (outcome !== 'completed') span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
    close: shutdown,
  };
}
