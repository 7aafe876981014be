import { hintForWindow, type Recording } from '@quoth/contract';
import { CircleAlert } from 'lucide-react';
import { Banner } from '../../design/banner.tsx';

/** Why there is no text, or a warning about it. */
export function TextProblem({
  error,
  warning,
  text,
}: {
  readonly error: Recording['error'];
  readonly warning: Recording['warning'] | undefined;
  readonly text: string | null;
}) {
  const problem = error ?? warning;
  if (!problem) return null;
  return (
    <Banner icon={CircleAlert} tone={error !== null && !text ? 'danger' : 'warning'}>
      {hintForWindow(problem.message)}
    </Banner>
  );
}
