import { type TranscriptFormat, transcriptFormats } from '@quoth/contract';
import { useAction } from '../../application/use-action.ts';
import { saveFile } from '../save-file.ts';

export const exportFormats = transcriptFormats;

/** Saves transcripts as files, one for each recording. */
export function useExport(): {
  readonly run: (ids: readonly string[], format: TranscriptFormat) => void;
  readonly isBusy: boolean;
} {
  const save = useAction(
    async (client, { ids, format }: { ids: readonly string[]; format: TranscriptFormat }) => {
      for (const id of ids) {
        const response = await client.getTranscript({ params: { id, format } });
        saveFile(nameOf(response) ?? `${id}.${format}`, await response.blob());
      }
    },
  );
  return { run: (ids, format) => save.mutate({ ids, format }), isBusy: save.isPending };
}

function nameOf(response: Response): string | undefined {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
}
