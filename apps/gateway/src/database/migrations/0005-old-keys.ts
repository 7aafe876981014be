/** Keys of requests that ended long ago are looked for all the time: without an index every node would read the whole table for it. */
export const oldKeys = `
create index requests_by_finish on requests (finished_at) where key_hash is not null;
`;
