/** The time zone here by its IANA name; absent where the browser does not tell. */
export const zoneHere = (): string | undefined => new Intl.DateTimeFormat().resolvedOptions().timeZone;
