/** The local time zone by its IANA name; absent if the browser does not report it. */
export const zoneHere = (): string | undefined => new Intl.DateTimeFormat().resolvedOptions().timeZone;
