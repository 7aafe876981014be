/** Whatever the desktop has: the library finds other fonts for letters that the first ones lack. */
export const FONT =
  '"Inter", "Cantarell", "Noto Sans", "DejaVu Sans", "Segoe UI", "Helvetica Neue", sans-serif';
