import * as z from 'zod';

/** How far a program may record: not at all, each time after the user has pressed a button, or whenever it wants to, with a sign on the screen. */
export const recordLeaves = ['never', 'ask', 'always'] as const;
export const recordLeave = z.enum(recordLeaves).meta({ id: 'RecordLeave' });
export type RecordLeave = (typeof recordLeaves)[number];

/** The same for the token of the discovery file: whoever holds it can only ask. */
export const sharedTokenLeaves = ['never', 'ask'] as const satisfies readonly RecordLeave[];
