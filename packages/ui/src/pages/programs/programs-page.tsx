import type { CreatedNamedToken } from '@quoth/contract';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useRead } from '../../application/use-read.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/states.tsx';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { CreateTokenSheet } from './create-token-sheet.tsx';
import { SharedTokenPermission } from './shared-token-permission.tsx';
import { TokenRow } from './token-row.tsx';

/** Programs that have a token of their own: what each may do, when it last called, and how to revoke it. */
export function ProgramsPage() {
  const t = useTranslations('programs');
  const query = useRead('listNamedTokens');
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedNamedToken>();
  const create = (
    // A new token's own button comes first.
    <Button
      kind={created === undefined ? 'primary' : 'secondary'}
      icon={Plus}
      onClick={() => setCreating(true)}
    >
      {t('create')}
    </Button>
  );
  return (
    <SettingsLayout title={t('title')} description={t('description')}>
      {created?.token != null && (
        <ShownOnce
          key={created.named_token.id}
          title={t('newToken', { name: created.named_token.name })}
          help={t('shownOnce')}
          secret={created.token}
          copyName={t('copyToken')}
          onClose={() => setCreated(undefined)}
        />
      )}
      <Loaded query={query} rows={3} rowHeight={88}>
        {({ named_tokens: tokens }) =>
          tokens.length === 0 ? (
            <EmptyState icon={KeyRound} action={create}>
              {t('empty')}
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-3">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p className="m-0 min-w-0 flex-1 basis-60 text-quiet">{t('listHelp')}</p>
                {create}
              </div>
              <ul
                aria-label={t('title')}
                className="m-0 list-none divide-y divide-line rounded-card border border-line bg-raised p-0"
              >
                {tokens.map((token) => (
                  <TokenRow key={token.id} token={token} />
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
      <SharedTokenPermission />
      {isCreating && (
        <CreateTokenSheet
          onClose={() => setCreating(false)}
          onCreated={(made) => {
            setCreating(false);
            setCreated(made);
          }}
        />
      )}
    </SettingsLayout>
  );
}
