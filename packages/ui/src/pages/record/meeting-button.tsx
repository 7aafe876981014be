import { Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { useAction, useRead } from '../../session/application.tsx';

/** Records the microphone and what the machine plays; the first time it asks, since others are recorded too. */
export function MeetingButton() {
  const t = useTranslations('record');
  const app = useTranslations('app');
  const [isAsking, setAsking] = useState(false);
  const isAllowed = useRead('getSettings').data?.settings.recordMeetings;
  const start = useAction((client) => client.startDictation({ body: { delivery: 'none', meeting: true } }));
  const allow = useAction((client) => client.updateSettings({ body: { recordMeetings: true } }), {
    onDone: () => {
      setAsking(false);
      start.mutate();
    },
  });
  return (
    <>
      <Button
        kind="quiet"
        icon={Users}
        disabled={isAllowed === undefined}
        busy={start.isPending}
        onClick={() => (isAllowed ? start.mutate() : setAsking(true))}
      >
        {/* Beside the rail there is room for it only in a wide window. */}
        <span className="max-[479px]:unseen rail:max-wide:unseen">{t('meeting')}</span>
      </Button>
      <Dialog
        title={t('meetingTitle')}
        description={t('meetingConsent')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{app('cancel')}</Button>
            <Button kind="primary" busy={allow.isPending} onClick={() => allow.mutate()}>
              {app('record')}
            </Button>
          </>
        }
      />
    </>
  );
}
