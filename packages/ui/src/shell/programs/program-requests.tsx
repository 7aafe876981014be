import { lazy, Suspense } from 'react';
import { useDictation } from '../../pages/record/use-dictation.ts';
import { useQuestionOutcome } from './use-question-outcome.ts';

// Loaded when a program first asks or records.
const QuestionDialog = lazy(async () => ({
  default: (await import('./question-dialog.tsx')).QuestionDialog,
}));
const ProgramRecording = lazy(async () => ({
  default: (await import('./program-recording.tsx')).ProgramRecording,
}));

/** What programs want of the user, on every page: the question of one, and who is recording. */
export function ProgramRequests() {
  const dictation = useDictation().data?.dictation;
  useQuestionOutcome(dictation);
  if (!dictation) return null;
  const { recording, question } = dictation;
  return (
    <Suspense>
      {/* A dialog shows itself what is recorded for its question. */}
      {recording?.program && !question && (
        <ProgramRecording name={recording.program.name} isRecording={recording.phase === 'recording'} />
      )}
      {question && <QuestionDialog key={question.id} question={question} recording={recording} />}
    </Suspense>
  );
}
