import { FileAudio } from 'lucide-react';
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../design/button.tsx';
import { useApplicationEvent, useClient, useErrorText } from '../session/application.tsx';
import { nextToSend, nextUploads, type Upload } from './upload-list.ts';
import { UploadsContext } from './uploads.tsx';

const ImportModel = lazy(async () => ({
  default: (await import('../pages/models/import-model.tsx')).ImportModel,
}));
const UploadsSheet = lazy(async () => ({ default: (await import('./uploads-sheet.tsx')).UploadsSheet }));

/**
 * Files dropped on any page, several at once: each is sent and transcribed, with its progress in one sheet. A model's
 * file is imported.
 */
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

  useApplicationEvent((event) => {
    // Each would render the whole window, twenty times a second while somebody speaks.
    if (uploads.length > 0 && event.type !== 'dictation-level') move({ type: 'event', event });
  });

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
        move(
          ending.signal.aborted
            ? { type: 'cancelled', key }
            : { type: 'failed', key, problem: textOf(error).line },
        );
      });
  }, [next, client, textOf]);

  const cancel = ({ key, recordingId }: Upload) => {
    waiting.current.get(key)?.ending.abort();
    // Where the work has begun, its end is reported by an event; if it is over already, there is nothing to stop.
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

/** The whole window accepts files. Other drags, such as reordering modes, are left alone. */
function DropTarget({ onDrop }: { readonly onDrop: (files: readonly File[]) => void }) {
  const t = useTranslations('uploads');
  const [isOver, setOver] = useState(false);
  const dropped = useEffectEvent(onDrop);
  useEffect(() => {
    const ending = new AbortController();
    // Entering a child comes before leaving its parent: only the count says whether one is outside.
    let depth = 0;
    const listen = (
      type: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
      act: (transfer: DataTransfer) => void,
    ) =>
      window.addEventListener(
        type,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          // Otherwise the browser would leave the page and show the file.
          event.preventDefault();
          act(event.dataTransfer);
          setOver(depth > 0);
        },
        { signal: ending.signal },
      );
    listen('dragenter', () => {
      depth += 1;
    });
    listen('dragover', () => {});
    listen('dragleave', () => {
      depth = Math.max(0, depth - 1);
    });
    listen('drop', ({ files }) => {
      depth = 0;
      dropped([...files]);
    });
    return () => ending.abort();
  }, []);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center bg-scrim">
      <div className="flex items-center gap-3 rounded-card border-2 border-dashed border-quiet bg-raised px-8 py-6 text-heading font-medium">
        <Icon of={FileAudio} size={24} />
        {t('dropHere')}
      </div>
    </div>
  );
}
