/** Passkeys per user, and characters of a passkey's name (PASSKEY-1). */
export const passkeyLimits = { max: 20, nameMax: 64 } as const;
