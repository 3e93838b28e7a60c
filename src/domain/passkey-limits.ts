/** Of one person, and how a passkey may be called (PASSKEY-1). */
export const passkeyLimits = { max: 20, nameMax: 64 } as const;
