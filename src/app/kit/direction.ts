/** The sign of a horizontal move to the end of the line: -1 on a page that is read from right to left. */
export const directionFactor = (): 1 | -1 => (document.dir === 'rtl' ? -1 : 1);
