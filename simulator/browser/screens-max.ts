/** Devices that are shown as the real app; each is a whole page. */
export const SCREENS_MAX = 4;
