import { ROOT_CONTEXT, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';

/** Spans of requests and of the vendors within. Facts alone, as in the log. */
export interface Tracing {
  began(requestId: string, kind: string, chosen: string): void;
  tried(requestId: string, vendor: string, model: string, outcome: string, milliseconds: number): void;
  ended(requestId: string, outcome: string): void;
  close(): Promise<void>;
}

const silent: Tracing = { began: () => {}, tried: () => {}, ended: () => {}, close: async () => {} };

/** Traces by OpenTelemetry's standard variables; silent where none names a collector. */
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
  const open = new Map<string, Span>();
  return {
    began: (requestId, kind, chosen) => {
      const attributes = { 'quoth.request_id': requestId, 'quoth.chosen': chosen };
      open.set(requestId, tracer.startSpan(`relay ${kind}`, { attributes }));
    },
    tried: (requestId, vendor, model, outcome, milliseconds) => {
      const parent = open.get(requestId);
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
    ended: (requestId, outcome) => {
      const span = open.get(requestId);
      open.delete(requestId);
      span?.setAttribute('quoth.outcome', outcome);
      if (outcome !== 'completed') span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
    close: shutdown,
  };
}
