/**
 * Letters by their look: users easily confuse two names with the same skeleton. Width, case, and letters of
 * Cyrillic and Greek that look like Latin ones are ignored (RULE-8).
 */
const ALIKE: Readonly<Record<string, string>> = {
  ...pairs('авгеһніјкӏмопрсѕтухѵԁԛԝь', 'abrehhijklmonpcstyxvdqwb'),
  ...pairs('αβγεζηικμνοπρστυχως', 'abyeznikuvonpotuxwo'),
  ...pairs('ıɑɡĸ01', 'iagkol'),
};

/** Capitals that look like other letters than their small ones. */
const ALIKE_CAPITALS: Readonly<Record<string, string>> = pairs('IΗΝΥ', 'lhny');

function pairs(letters: string, as: string): Record<string, string> {
  const characters = [...as];
  return Object.fromEntries([...letters].map((letter, at) => [letter, characters[at] ?? letter]));
}

const replaced = (text: string, table: Readonly<Record<string, string>>): string =>
  [...text].map((letter) => table[letter] ?? letter).join('');

/** Accents stay, because users see them; the dot of a small i does not. */
const folded = (text: string): string =>
  replaced(text.toLowerCase().normalize('NFKD').replaceAll('i\u0307', 'i'), ALIKE);

/** The skeleton that is stored and compared. */
export const skeletonOf = (name: string): string => folded(name.normalize('NFKC'));

/** Skeletons that no other name may have; the second is that of the capitals. */
export function skeletonsOf(name: string): readonly string[] {
  const text = name.normalize('NFKC');
  return [...new Set([folded(text), folded(replaced(text, ALIKE_CAPITALS))])];
}
