/** The exit code of the indicator's process if there is no X server, or it has gone. In its own file, so that the process loads little. */
export const NO_DISPLAY = 4;
