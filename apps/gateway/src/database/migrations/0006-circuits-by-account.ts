/** The account whose requests caused all failures in a row; null: several accounts. Failures of a single account leave a vendor out for nobody else. */
export const circuitsByAccount = `
alter table vendors add column failing_account uuid;
`;
