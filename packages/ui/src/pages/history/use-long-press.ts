import { type PointerEvent, useEffect, useRef } from 'react';

/** As long as on phones. */
const LONG_MS = 500;
/** If the finger moves further, it scrolls. */
const STILL_PX = 10;

/** Detects a long press of a finger or pen, not of a mouse. */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const begun = useRef({ x: 0, y: 0 });
  const wasLong = useRef(false);
  const end = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    handlers: {
      onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
        wasLong.current = false;
        if (pointerType === 'mouse') return;
        begun.current = { x: clientX, y: clientY };
        timer.current = setTimeout(() => {
          wasLong.current = true;
          onLongPress();
        }, LONG_MS);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (Math.hypot(clientX - begun.current.x, clientY - begun.current.y) > STILL_PX) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
      // The system's own menu would come at the same moment.
      onContextMenu: (event: { preventDefault: () => void; nativeEvent: unknown }) => {
        if (wasLong.current) event.preventDefault();
      },
    },
    /** True once after a long press: the click that follows it is part of it. */
    wasLong: () => {
      const was = wasLong.current;
      wasLong.current = false;
      return was;
    },
  };
}
