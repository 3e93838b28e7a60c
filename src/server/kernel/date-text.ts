/** `YYYY-MM-DD HH:mm:ss`, UTC: rows of friends, groups and members carry text dates (protocol 5.1). */
export const dateText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
