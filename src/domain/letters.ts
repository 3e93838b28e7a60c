/** Lower-cased Latin letters of a name, for search; '' when it has none. */
export const namePy = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '');

/** Letter of the address book: A–Z from the name's first character, else `#`. */
export const indexLetter = (name: string): string => /^[a-z]/i.exec(name.trim())?.[0].toUpperCase() ?? '#';
