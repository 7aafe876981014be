import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

/** Copies a text; a tick confirms it. With `label` it is a text button, otherwise an icon named `name`. */
export function CopyButton({
  text,
  name,
  doneName,
  label,
}: {
  /** Or a function that returns it, if it should not be on the page before. */
  readonly text: string | (() => Promise<string>);
  readonly name: string;
  readonly doneName: string;
  readonly label?: string;
}) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), 2_000);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
    setDone(true);
  };
  const icon = isDone ? Check : Copy;
  return (
    <>
      {label === undefined ? (
        <IconButton icon={icon} name={name} onClick={() => void copy()} />
      ) : (
        <Button icon={icon} aria-label={name} onClick={() => void copy()}>
          {label}
        </Button>
      )}
      <span role="status" className="unseen">
        {isDone ? doneName : ''}
      </span>
    </>
  );
}
