/** A key, as it is printed on a keyboard. */
export function KeyCap({ children }: { readonly children: string }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-small border border-line bg-sunken px-1 font-sans text-small text-quiet">
      {children}
    </kbd>
  );
}
