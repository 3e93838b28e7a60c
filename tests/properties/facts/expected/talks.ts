/** The end each code shows to the caller and to the callee; other codes do not end a call. */
const ENDS: Readonly<Record<number, readonly [caller: string, called: string]>> = {
  902: ['cancelled', 'missed'],
  903: ['refused', 'refused'],
  905: ['noAnswer', 'missed'],
  906: ['ended', 'ended'],
  907: ['busy', 'missed'],
};

export const saidOfCall = (code: number, mine: boolean): string | null => ENDS[code]?.[mine ? 0 : 1] ?? null;

/** Codes that end a call, after which their sender is free for another. */
export const endsCall = (code: number): boolean => code in ENDS;

const HANGING_UP: Readonly<Record<string, number>> = {
  'caller rings': 902,
  'called rings': 903,
  'caller talks': 906,
  'called talks': 906,
};

export const codeOfHangup = (caller: boolean, talking: boolean): number =>
  HANGING_UP[`${caller ? 'caller' : 'called'} ${talking ? 'talks' : 'rings'}`] ?? 0;

/** Of two simultaneous calls, the one by the smaller number continues. */
export const whoseCallGoesOn = (people: readonly [number, number]): number => Math.min(...people);
