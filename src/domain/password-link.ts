const PREFIX = 'password-';

/** Code of a link that sets a password. The client sends it in place of an invitation (ACC-23). */
export const passwordCode = (text: string): string => `${PREFIX}${text}`;

/** Code of a link that also gives this user the old address back (ACC-29). */
export const undoCode = (user: number, text: string): string => passwordCode(`back${user}-${text}`);

/** Returns the user whose address the link gives back; null for other codes. */
export function userOfUndoCode(code: string): number | null {
  const [, user] = /^password-back(\d{1,15})-/.exec(code) ?? [];
  return user === undefined ? null : Number(user);
}

export const isPasswordCode = (code: string): boolean => code.startsWith(PREFIX);
