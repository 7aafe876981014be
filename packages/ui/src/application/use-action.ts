import type { Client } from '@quoth/client';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useToast } from '../design/toasts.tsx';
import { useClient } from './application-provider.tsx';
import { useErrorText } from './use-error-text.ts';

/** Something that changes the application. A failure is shown in a corner of the window, unless the caller shows it in place. */
export function useAction<Input = void, Result = unknown>(
  run: (client: Client, input: Input) => Promise<Result>,
  options: {
    readonly onDone?: (result: Result, input: Input) => void;
    readonly onFailed?: () => void;
    readonly saysErrors?: boolean;
  } = {},
): UseMutationResult<Result, Error, Input> {
  const client = useClient();
  const say = useToast();
  const textOf = useErrorText();
  return useMutation<Result, Error, Input>({
    mutationFn: (input) => run(client, input),
    ...(options.onDone && { onSuccess: options.onDone }),
    onError: (error) => {
      options.onFailed?.();
      if (options.saysErrors === false) return;
      const { message, hint } = textOf(error);
      say({ text: [message, hint].filter(Boolean).join(' '), tone: 'danger' });
    },
  });
}
