/**
 * Whether what an id was used for is this request; a store may keep the beginning of the digest only
 * (SEND-1).
 */
export const isSameRequest = (known: string, hash: string): boolean => known !== '' && hash.startsWith(known);
