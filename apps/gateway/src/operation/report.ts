import type { GatewayLogger } from '../gateway.ts';
import { GatewayError } from '../http/gateway-error.ts';
import { describeError } from './describe-error.ts';
import type { Metrics } from './metrics.ts';
import type { Observer } from './observer.ts';
import type { Tracing } from './tracing.ts';

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
