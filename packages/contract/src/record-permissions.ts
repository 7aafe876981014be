import * as z from 'zod';

/** How far a program may record: not at all, each time after the user has pressed a button, or whenever it wants to, with a sign on the screen. */
export const recordPermissions = ['never', 'ask', 'always'] as const;
export const recordPermission = z.enum(recordPermissions).meta({ id: 'RecordPermission' });
export type RecordPermission = (typeof recordPermissions)[number];

/** The same for the token of the discovery file: whoever holds it can only ask. */
export const sharedTokenPermissions = ['never', 'ask'] as const satisfies readonly RecordPermission[];
