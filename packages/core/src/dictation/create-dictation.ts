import type { RecordPermission } from '@quoth/contract';
import type { RecordingProgram } from '../declarations/index.ts';
import { ProgramRecorder, type RecorderView, recorderForProgram, recorderForUser } from './programs/index.ts';
import { Recorder, type RecorderOptions } from './recorder.ts';

export interface CreateDictationOptions extends Omit<RecorderOptions, 'question'> {
  /** How far the program with this named token may record; null is the token of the discovery file. */
  readonly permissionOf: (tokenId: string | null) => RecordPermission;
}

/** The one recorder, and what programs record and ask over it. */
export interface CreatedDictation {
  readonly recorder: Recorder;
  readonly programs: ProgramRecorder;
  readonly forUser: RecorderView;
  forProgram(program: RecordingProgram): RecorderView;
  /** For whoever has the token of the discovery file. */
  forSharedToken(): RecorderView;
}

/** Any program of the user's may have the token of the discovery file; the sign says no more than is known. */
const sharedTokenProgram: RecordingProgram = { tokenId: null, name: 'Local API', mayRewrite: true };

export async function createDictation(options: CreateDictationOptions): Promise<CreatedDictation> {
  const { ports, events, clock, permissionOf } = options;
  let asking: ProgramRecorder | undefined;
  const recorder = await Recorder.create({ ...options, question: () => asking?.questions.open ?? null });
  const programs = new ProgramRecorder({ recorder, ports, permissionOf, events, clock });
  asking = programs;
  const forProgram = (program: RecordingProgram) => recorderForProgram(recorder, programs, program);
  return {
    recorder,
    programs,
    forUser: recorderForUser(recorder, programs),
    forProgram,
    forSharedToken: () => forProgram(sharedTokenProgram),
  };
}
