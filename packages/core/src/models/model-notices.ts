import type { Notice } from '@quoth/contract';
import type { ModelRow } from './model-rows.ts';

/** Id of the notice about a model, which stays the same while its problem does. */
export function modelNoticeId(modelId: string): string {
  return `model-${modelId}`;
}

/** Warnings about files in the models folder that cannot be used, and about models whose file has gone. */
export function modelNotices(rows: readonly ModelRow[]): readonly Notice[] {
  return rows.flatMap((row): Notice[] => {
    const isBroken = row.source === 'found' && row.status === 'failed';
    if (!isBroken && row.status !== 'missing') return [];
    const message = isBroken
      ? `${row.file} in the models folder cannot be used. ${row.error_message ?? ''}`.trim()
      : (row.error_message ?? '');
    const hint = isBroken ? `To delete it: quoth models remove ${row.id}` : `quoth models download ${row.id}`;
    return [{ id: modelNoticeId(row.id), level: 'warning', message, hint }];
  });
}
