/** A Windows handle or an address; 0 is none. Window handles use 32 bits, addresses more. */
export type Handle = number | bigint;
