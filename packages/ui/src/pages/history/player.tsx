import { Pause, Play } from 'lucide-react';
import { type CSSProperties, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useWidth, VoiceBars } from '../../design/voice-bars.tsx';
import { useAction } from '../../session/application.tsx';
import { useVoiceLine } from '../../session/voice-lines.ts';
import { clockOfSeconds } from './words.ts';

/** How what is beside a player controls it. */
export interface PlayerHandle {
  /** Plays from this time on, in seconds. */
  readonly playFrom: (time: number) => void;
  /** Plays, or pauses. */
  readonly toggle: () => void;
}

/** How high the line of the voice is, in pixels. */
const LINE_HEIGHT = 36;

/**
 * Plays a recording: the line of its voice, of which the part that was played is in ink. Its address is signed when it
 * is first needed, and again when it has expired.
 */
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
  const line = useVoiceLine(id, true);
  const [box, width] = useWidth();
  const isGone = useRef(false);
  const start = useAction(async (client, from: number) => {
    if (audio.src === '' || audio.error !== null) {
      const { address } = await client.signAudioAddress({ params: { id } });
      // It may have been left meanwhile, and would play without a button to stop it.
      if (isGone.current) return;
      audio.src = address;
    }
    audio.playbackRate = rate;
    audio.currentTime = from;
    await audio.play().catch((error: unknown) => {
      // Paused, or asked for again, before it began.
      if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error;
    });
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    isGone.current = false;
    audio.addEventListener('play', () => setPlaying(true), { signal });
    for (const end of ['pause', 'ended'] as const) {
      audio.addEventListener(end, () => setPlaying(false), { signal });
    }
    return () => {
      leaving.abort();
      isGone.current = true;
      audio.pause();
    };
  }, [audio]);
  const toggle = () =>
    isPlaying ? audio.pause() : start.mutate(audio.ended || time >= duration - 0.1 ? 0 : time);
  useImperativeHandle(handle, () => ({ playFrom: (from) => start.mutate(from), toggle }));
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
  const Drawing = isPlaying ? Pause : Play;
  const faster = { 1: 1.5, 1.5: 2, 2: 0.75, 0.75: 1 }[rate] ?? 1;
  const played = `${(Math.min(time, duration) / Math.max(duration, 0.1)) * 100}%`;
  return (
    <div className="flex items-center gap-3">
      <button
        type="button"
        aria-label={t(isPlaying ? 'pause' : 'play')}
        onClick={toggle}
        className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent transition-colors hover:bg-accent-hover pointer-coarse:size-11"
      >
        <Drawing size={16} strokeWidth={1.75} fill="currentColor" aria-hidden />
      </button>
      <span className="tabular min-w-9 text-end text-secondary">{clockOfSeconds(time)}</span>
      <div
        ref={box}
        className="relative min-w-0 flex-1"
        style={{ height: LINE_HEIGHT, '--at': played } as CSSProperties}
      >
        <VoiceBars line={line} width={width} height={LINE_HEIGHT} className="max-w-full text-line-control" />
        <VoiceBars
          line={line}
          width={width}
          height={LINE_HEIGHT}
          className="played absolute inset-0 max-w-full"
        />
        <input
          type="range"
          aria-label={t('position')}
          aria-valuetext={clockOfSeconds(time)}
          min={0}
          max={Math.max(duration, 0.1)}
          step={0.1}
          value={Math.min(time, duration)}
          onChange={(event) => seek(Number(event.target.value))}
          className="seek absolute inset-0 w-full"
        />
      </div>
      <span className="tabular min-w-9 text-secondary text-quiet">{clockOfSeconds(duration)}</span>
      <button
        type="button"
        aria-label={t('speed', { rate: String(rate) })}
        onClick={() => {
          setRate(faster);
          audio.playbackRate = faster;
        }}
        className="tabular -me-1.5 h-7 min-w-11 rounded-control px-1.5 text-end text-secondary text-quiet hover:bg-hover hover:text-text"
      >
        {rate}×
      </button>
    </div>
  );
}
