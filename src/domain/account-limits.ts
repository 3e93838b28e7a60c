import { DAY, HOUR, MINUTE } from './duration.ts';

/** Logins; `endedKeptMax`: log-outs that a browser stores until the server has confirmed them (SESS-6). */
export const tokenLimits = { lifeMs: 30 * DAY, endedKeptMax: 20 } as const;
/** Time for which a proof is valid for the console (CONSOLE-9) and for the user's own account (ACC-27). */
export const proofLimits = { lifeMs: 10 * MINUTE } as const;
/** After a change: codes to the new address wait (ACC-28), and the old one has a way back (ACC-29). */
export const newAddressLimits = { waitMs: DAY, undoMs: 7 * DAY } as const;
/** After this many wrong passwords or codes in a day the owner is notified and the waits grow (ACC-22). */
export const wrongTryLimits = { many: 20, dayMs: DAY, doublesEach: 5, windowMaxMs: HOUR } as const;
/** Codes by mail: six digits, five minutes, one a minute, and a few wrong tries (ACC-9). */
export const mailCodeLimits = {
  digits: 6,
  lifeMs: 5 * MINUTE,
  againMs: MINUTE,
  triesMax: 5,
  /**
   * Codes for one account in a day: asked for from a known device, by strangers at one address, and by all
   * strangers (ACC-16).
   */
  dayKnownMax: 10,
  dayAddressMax: 6,
  dayStrangersMax: 20,
} as const;

/** The picture that administrators upload as the logo (CONF-31). */
export const logoLimits = { bytesMax: 256 * 1_024 } as const;

/** Passkeys per user, and characters of a passkey's name (PASSKEY-1). */
export const passkeyLimits = { max: 20, nameMax: 64 } as const;
