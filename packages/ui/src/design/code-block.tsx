import { CopyButton } from './copy-button.tsx';
import { ScrollRegion } from './scroll-region.tsx';

/** Lines to copy, with a button for it. */
export function CodeBlock({
  code,
  shown,
  title,
  copyName,
  doneName,
}: {
  readonly code: string;
  /** Shown instead, if the lines contain a secret. */
  readonly shown?: string;
  readonly title: string;
  readonly copyName: string;
  readonly doneName: string;
}) {
  return (
    <figure className="m-0 overflow-hidden rounded-card border border-line bg-raised">
      <figcaption className="flex items-center justify-between gap-2 border-b border-line py-1 ps-4 pe-1 text-secondary font-medium">
        {title}
        <CopyButton text={code} name={copyName} doneName={doneName} />
      </figcaption>
      <ScrollRegion name={title}>
        <pre className="m-0 w-max px-4 py-3 font-mono text-secondary" data-code={title}>
          {shown ?? code}
        </pre>
      </ScrollRegion>
    </figure>
  );
}
