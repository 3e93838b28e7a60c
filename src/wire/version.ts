/** Raised when a schema of this folder changes shape; `tests/contract` holds the schemas' fingerprint. */
export const WIRE_VERSION = 21;
