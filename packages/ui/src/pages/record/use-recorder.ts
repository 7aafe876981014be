import { useAction } from '../../application/use-action.ts';
import { useShortcut } from '../../shell/shortcuts.tsx';
import { type RecorderView, refusalOf } from './recorder-view.ts';

/** What the button and the space bar do now. */
export function useRecorder(view: RecorderView | undefined): {
  readonly press: () => void;
  readonly cancel: () => void;
  readonly isBusy: boolean;
} {
  // Into the window, not into another application: whoever looks at this page wants to see the text here.
  const start = useAction((client) => client.startDictation({ body: { delivery: 'none' } }));
  const stop = useAction((client) => client.stopDictation());
  const cancel = useAction((client) => client.cancelDictation());
  const press = () => {
    if (!view || start.isPending || stop.isPending) return;
    if (view.state === 'recording') stop.mutate();
    else if (view.state !== 'starting' && !refusalOf(view)) start.mutate();
  };
  useShortcut('space', press, view !== undefined);
  return { press, cancel: () => cancel.mutate(), isBusy: start.isPending };
}
