import type { Word } from '@quoth/contract';
import { memo, useMemo } from 'react';
import { groupsOf, wordAt } from './spoken-words.ts';

/** The spoken words: the current one is highlighted, and a click plays from there. */
export function SpokenText({
  words,
  time,
  onSeek,
}: {
  readonly words: readonly Word[];
  readonly time: number | undefined;
  readonly onSeek: (time: number) => void;
}) {
  const groups = useMemo(() => groupsOf(words), [words]);
  const now = time === undefined ? -1 : wordAt(words, time);
  return (
    <p className="m-0 leading-6">
      {groups.map(({ first, words: group }) => (
        <Group
          key={first}
          words={group}
          now={now >= first && now < first + group.length ? now - first : -1}
          onSeek={onSeek}
        />
      ))}
    </p>
  );
}

const Group = memo(function Group({
  words,
  now,
  onSeek,
}: {
  readonly words: readonly Word[];
  /** The index of the current word in this group, or -1. */
  readonly now: number;
  readonly onSeek: (time: number) => void;
}) {
  return words.map(({ word, start }, index) => (
    <span key={`${start}-${word}`}>
      <button
        type="button"
        tabIndex={-1}
        onClick={() => onSeek(start)}
        className={`rounded-small px-0.5 hover:bg-hover ${index === now ? 'bg-accent-soft text-accent-text' : ''}`}
      >
        {word}
      </button>{' '}
    </span>
  ));
});
