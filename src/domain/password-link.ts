const PREFIX = 'password-';

/** Code of a link that sets a password. The client sends it in place of an invitation (ACC-23). */
export const passwordCode = (text: string): string => `${PREFIX}${text}`;

export const isPasswordCode = (code: string): boolean => code.startsWith(PREFIX);
