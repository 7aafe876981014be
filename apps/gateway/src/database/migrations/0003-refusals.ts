/** A statement that finds that credit or budget does not suffice takes itself back as a whole. The constraint names what did not. */
export const refusals = `
create function refuse(reason text) returns boolean language plpgsql as $$
begin
  raise exception 'not covered' using errcode = 'check_violation', constraint = reason;
end $$;
`;
