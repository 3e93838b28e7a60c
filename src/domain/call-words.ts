/** Words that the users of a call compare, of a list with 256. */
export const CALL_WORDS = 6;
export const CALL_WORDS_LISTED = 256;

/** One word for each byte. */
export const wordIndexes = (bytes: Uint8Array): readonly number[] => [...bytes.subarray(0, CALL_WORDS)];
