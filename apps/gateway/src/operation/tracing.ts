import { ROOT_CONTEXT, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { Tried } from '../chain/failover.ts';
import type { RelayJob } from '../relay/relay-job.ts';

/** Spans of requests and of the vendors within. Only facts, as in the log. */
export interface Tracing {
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
  const told = detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] });
  const provider = new TracerProvider({
    resource: defaultResource().merge(own).merge(told),
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
