/** Prefix of the line on which an application that could not start says why; the next line says what to do. */
export const startFailure = 'Quoth cannot start: ';
