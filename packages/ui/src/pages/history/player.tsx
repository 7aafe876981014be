import { Pause, Play } from 'lucide-react';
import { type CSSProperties, type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { IconButton } from '../../design/icon-button.tsx';
import { clock } from './times.ts';

/** How the words next to a player control it. */
export interface PlayerHandle {
  /** Plays from this time on, in seconds. */
  readonly playFrom: (time: number) => void;
}

/** Plays a recording. Its address is signed when it is first needed, and again when it has expired. */
export function Player({
  id,
  duration,
  onTime,
  handle,
}: {
  readonly id: string;
  /** Seconds. */
  readonly duration: number;
  readonly onTime: (time: number) => void;
  readonly handle: Ref<PlayerHandle>;
}) {
  const t = useTranslations('history');
  const [audio] = useState(() => new Audio());
  const [isPlaying, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [rate, setRate] = useState(1);
  const start = useAction(async (client, from: number) => {
    if (audio.src === '' || audio.error !== null) {
      const { address } = await client.signAudioAddress({ params: { id } });
      audio.src = address;
    }
    audio.playbackRate = rate;
    audio.currentTime = from;
    await audio.play();
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    audio.addEventListener('play', () => setPlaying(true), { signal });
    for (const end of ['pause', 'ended'] as const) {
      audio.addEventListener(end, () => setPlaying(false), { signal });
    }
    return () => {
      leaving.abort();
      audio.pause();
    };
  }, [audio]);
  useImperativeHandle(handle, () => ({ playFrom: (from) => start.mutate(from) }));
  // timeupdate comes four times a second; words light up at every frame.
  useEffect(() => {
    if (!isPlaying) return;
    let frame = requestAnimationFrame(function follow() {
      const now = audio.currentTime;
      setTime(now);
      onTime(now);
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [audio, isPlaying, onTime]);
  const seek = (to: number) => {
    setTime(to);
    onTime(to);
    if (audio.src !== '') audio.currentTime = to;
  };
  const faster = { 1: 1.5, 1.5: 2, 2: 0.75, 0.75: 1 }[rate] ?? 1;
  return (
    <div className="flex items-center gap-3 rounded-card border border-line bg-raised py-1.5 ps-1.5 pe-3">
      <IconButton
        icon={isPlaying ? Pause : Play}
        name={t(isPlaying ? 'pause' : 'play')}
        onClick={() => (isPlaying ? audio.pause() : start.mutate(time >= duration ? 0 : time))}
      />
      <span className="tabular min-w-9 text-end text-secondary text-quiet">{clock(time)}</span>
      <input
        type="range"
        aria-label={t('position')}
        aria-valuetext={clock(time)}
        min={0}
        max={Math.max(duration, 0.1)}
        step={0.1}
        value={Math.min(time, duration)}
        onChange={(event) => seek(Number(event.target.value))}
        className="seek min-w-0 flex-1"
        style={{ '--at': `${(Math.min(time, duration) / Math.max(duration, 0.1)) * 100}%` } as CSSProperties}
      />
      <span className="tabular min-w-9 text-secondary text-quiet">{clock(duration)}</span>
      <button
        type="button"
        aria-label={t('speed', { rate: String(rate) })}
        onClick={() => {
          setRate(faster);
          audio.playbackRate = faster;
        }}
        className="tabular h-7 min-w-11 rounded-control px-1.5 text-secondary text-quiet hover:bg-hover hover:text-text"
      >
        {rate}×
      </button>
    </div>
  );
}
