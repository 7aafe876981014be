/** How the indicator's process ends where there is no X server for it, or it went. By itself, so that the process loads little. */
export const NO_DISPLAY = 4;
