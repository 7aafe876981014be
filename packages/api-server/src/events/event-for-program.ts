import { eventAudiences, type QuothEvent, type Settings } from '@quoth/contract';
import { type Core, dictationFor, type ProgramIdentity } from '@quoth/core';
import { isForProgram } from './is-for-program.ts';
import { isForPrograms } from './is-for-programs.ts';

export interface ProgramEventsOptions {
  /** Undefined for the token of the discovery file. */
  readonly program: ProgramIdentity | undefined;
  /** As this program sees it. */
  readonly core: Pick<Core, 'recordings' | 'questions'>;
  readonly settings: () => Settings;
}

/**
 * What a program on the public port receives of each event: the event itself, of the recorder what is its own, or nothing. Made for one reader, because
 * the same state is not told twice: what others dictate would show in the number of events.
 */
export function eventsForProgram({
  program,
  core,
  settings,
}: ProgramEventsOptions): (event: QuothEvent) => QuothEvent | undefined {
  const { recordings, questions } = core;
  const mayRecord = () =>
    (program === undefined || program.scopes.has('record')) &&
    (questions?.permission() ?? 'never') !== 'never';
  const isOwn = (id: string) => mayRecord() && questions?.isOwn(id) === true;
  let told = '';
  return (event) => {
    switch (event.type) {
      case 'dictation-changed': {
        if (!mayRecord()) return undefined;
        const dictation = dictationFor(event.dictation, program?.tokenId ?? null);
        const text = JSON.stringify(dictation);
        if (text === told) return undefined;
        told = text;
        return { type: event.type, dictation };
      }
      case 'dictation-level':
        return isOwn(event.recordingId) ? event : undefined;
      case 'transcript-partial':
        if (event.source === 'dictation' && isOwn(event.recordingId)) return event;
        break;
    }
    if (eventAudiences[event.type] === 'dictation' || !isForPrograms(event, settings())) return undefined;
    return program === undefined || isForProgram(event, program, recordings) ? event : undefined;
  };
}
