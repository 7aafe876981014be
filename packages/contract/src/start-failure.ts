/** Begins the line on which an application that could not start tells why; the line after it says what to do. */
export const startFailure = 'Quoth cannot start: ';
