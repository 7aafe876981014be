import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

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
    help: 'Requests at work on this node.',
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
