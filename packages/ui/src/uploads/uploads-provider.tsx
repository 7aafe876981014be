import { lazy, type ReactNode, Suspense, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useApplicationEvent, useClient } from '../application/application-provider.tsx';
import { useErrorText } from '../application/use-error-text.ts';
import { DropTarget } from './drop-target.tsx';
import { nextToSend, nextUploads, type Upload } from './upload-list.ts';
import { UploadsContext } from './uploads-context.ts';

const ImportModel = lazy(async () => ({
  default: (await import('../pages/models/import-model.tsx')).ImportModel,
}));
const UploadsSheet = lazy(async () => ({ default: (await import('./uploads-sheet.tsx')).UploadsSheet }));

/** Files dropped on any page, several at once: each is sent and transcribed, with its progress in one sheet. A model's file is imported. */
export function UploadsProvider({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  const textOf = useErrorText();
  const [uploads, move] = useReducer(nextUploads, []);
  const [isOpen, setOpen] = useState(false);
  const [modelFile, setModelFile] = useState<File>();
  const waiting = useRef(new Map<string, { readonly file: File; readonly ending: AbortController }>());

  const add = useCallback((files: readonly File[]) => {
    const model = files.find(isModelFile);
    if (model) setModelFile(model);
    const added = files
      .filter((file) => !isModelFile(file))
      .map((file) => ({ key: crypto.randomUUID(), name: file.name, file }));
    for (const { key, file } of added) waiting.current.set(key, { file, ending: new AbortController() });
    move({ type: 'added', files: added.map(({ key, name }) => ({ key, name })) });
    if (added.length > 0) setOpen(true);
  }, []);

  useApplicationEvent((event) => move({ type: 'told', event }));

  const next = nextToSend(uploads);
  useEffect(() => {
    const sending = next && waiting.current.get(next.key);
    if (!next || !sending) return;
    const { key, name } = next;
    const { file, ending } = sending;
    move({ type: 'begun', key });
    client
      .transcribe({ form: { file, name }, query: { async: true, save: true }, signal: ending.signal })
      .then((answer) => {
        if (answer.recording_id !== undefined)
          move({ type: 'accepted', key, recordingId: answer.recording_id, now: Date.now() });
      })
      .catch((error: unknown) => {
        const { message, hint } = textOf(error);
        move(
          ending.signal.aborted
            ? { type: 'cancelled', key }
            : { type: 'failed', key, problem: [message, hint].filter(Boolean).join(' ') },
        );
      });
  }, [next, client, textOf]);

  const cancel = ({ key, recordingId }: Upload) => {
    waiting.current.get(key)?.ending.abort();
    // Where the work has begun, its end is told by an event; if it is over already, there is nothing to stop.
    if (recordingId !== undefined)
      client.cancelRecording({ params: { id: recordingId } }).catch(() => undefined);
    else move({ type: 'cancelled', key });
  };

  return (
    <UploadsContext value={add}>
      {children}
      <DropTarget onDrop={add} />
      <Suspense>
        {modelFile && <ImportModel dropped={modelFile} onClose={() => setModelFile(undefined)} />}
        {(isOpen || uploads.length > 0) && (
          <UploadsSheet
            uploads={uploads}
            isOpen={isOpen}
            onClose={() => {
              setOpen(false);
              move({ type: 'cleared' });
            }}
            onCancel={cancel}
          />
        )}
      </Suspense>
    </UploadsContext>
  );
}

/** A speech model that is dropped is not audio: it is imported. */
function isModelFile({ name }: File): boolean {
  return /\.gguf$/i.test(name);
}
