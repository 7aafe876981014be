import { createModeBody } from '@quoth/contract';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, Plus, SlidersHorizontal, Upload } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useAction } from '../../application/use-action.ts';
import { useRead } from '../../application/use-read.ts';
import { Button } from '../../design/button.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { Menu } from '../../design/menu.tsx';
import { EmptyState } from '../../design/states.tsx';
import { useToast } from '../../design/toasts.tsx';
import { Page } from '../../shell/page.tsx';
import { freeName } from './free-name.ts';
import { parseModes } from './mode-files.ts';
import { ModeList } from './mode-list.tsx';

/** The modes, in their order. */
export function ModesPage() {
  const t = useTranslations('modes');
  const pages = useTranslations('pages');
  const query = useRead('listModes');
  return (
    <Page
      title={pages('modes')}
      description={t('description')}
      action={query.data && <Actions names={query.data.modes.map(({ name }) => name)} />}
    >
      <Loaded query={query} rows={5} rowHeight={64}>
        {({ modes }) =>
          modes.length === 0 ? (
            <EmptyState icon={SlidersHorizontal}>{t('empty')}</EmptyState>
          ) : (
            <ModeList modes={modes} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Actions({ names }: { readonly names: readonly string[] }) {
  const t = useTranslations('modes');
  const say = useToast();
  const navigate = useNavigate();
  const chooser = useRef<HTMLInputElement>(null);
  const create = useAction((client) => client.createMode({ body: { name: freeName(t('newName'), names) } }), {
    onDone: ({ mode }) => void navigate({ to: '/modes/$id', params: { id: mode.id } }),
  });
  const load = useAction(
    async (client, file: File) => {
      const found = parseModes(await file.text());
      const taken = [...names];
      for (const body of found) {
        const name = freeName(body.name, taken);
        taken.push(name);
        await client.createMode({ body: createModeBody.parse({ ...body, name }) });
      }
      return found.length;
    },
    {
      onDone: (count) =>
        say(
          count === 0 ? { text: t('nothingImported'), tone: 'danger' } : { text: t('imported', { count }) },
        ),
    },
  );
  return (
    <div className="flex items-center gap-1">
      <Button kind="primary" icon={Plus} busy={create.isPending} onClick={() => create.mutate()}>
        {t('new')}
      </Button>
      <Menu
        trigger={<IconButton icon={Ellipsis} name={t('more')} />}
        actions={[{ id: 'import', label: t('import'), icon: Upload, run: () => chooser.current?.click() }]}
      />
      <input
        ref={chooser}
        type="file"
        accept=".json,application/json"
        aria-label={t('import')}
        className="unseen"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) load.mutate(file);
          event.target.value = '';
        }}
      />
    </div>
  );
}
