import {
  CALL_CODES_FREE,
  callLine,
  callOutcome,
  callRecord,
  glareKeepsMine,
  hangupCode,
} from '../../../src/domain/call.ts';
import { codeOfHangup, endsCall, saidOfCall, whoseCallGoesOn } from './expected/talks.ts';
import { differs, type Chance, type FactRule } from './fact-rule.ts';

/** Codes that do not end a call. */
const OTHER_CODES = [0, 1, 900, 901, 904, 908, 9_020];
const JUNK: readonly unknown[] = ['', 'soon', null, {}, Number.NaN, Infinity, '-Infinity', [1, 2]];

/** A number as some server or client may write it; null: invalid. */
function listWritten(chance: Chance, amount: number | null): Readonly<Record<'as', unknown>> | null {
  if (amount === null) return chance.happens(0.3) ? null : { as: chance.pick(JUNK) };
  return { as: chance.pick([amount, String(amount), ` ${amount} `]) };
}

function lineFaults(chance: Chance): readonly string[] {
  const amounts = [chance.pick([906, 902, 0]), chance.pick([0, 1, 2]), chance.whole(0, 5_000)];
  const [code, type, talkSec] = amounts.map((amount) => (chance.happens(0.2) ? null : amount));
  const extra = Object.fromEntries(
    Object.entries({ code, type, callTime: talkSec }).flatMap(([name, amount]) => {
      const text = listWritten(chance, amount ?? null);
      return text ? [[name, text.as]] : [];
    }),
  );
  return differs(extra, callLine(extra), { code: code ?? 0, video: type === 1, talkSec: talkSec ?? 0 });
}

function codeFaults(chance: Chance): readonly string[] {
  const code = chance.happens(0.3) ? chance.pick(OTHER_CODES) : chance.whole(900, 908);
  const [mine, talking] = [chance.happens(0.5), chance.happens(0.5)];
  return [
    ...differs(['record', code, mine], callRecord({ code }, mine), saidOfCall(code, mine)),
    ...differs(['outcome', code], callOutcome(code), saidOfCall(code, true)),
    ...differs(['free', code], CALL_CODES_FREE.includes(code), endsCall(code)),
    ...differs(
      ['hang up', mine, talking],
      hangupCode({ caller: mine, talking }),
      codeOfHangup(mine, talking),
    ),
  ];
}

function glareFaults(chance: Chance): readonly string[] {
  const self = chance.whole(1, 30);
  const peer = self + chance.pick([-1, 1, 100]);
  const goesOn = whoseCallGoesOn([self, peer]);
  return [
    ...differs(['glare', self, peer], glareKeepsMine(self, peer), goesOn === self),
    ...differs(['glare', peer, self], glareKeepsMine(peer, self), goesOn === peer),
  ];
}

/** The text of a call's line, and which of two simultaneous calls continues (CALL-2, CALL-6, CALL-9). */
export const talksRule: FactRule = {
  name: 'talks',
  faults: (chance) => [
    ...lineFaults(chance),
    ...codeFaults(chance),
    ...glareFaults(chance),
    ...differs('no line', callLine(null), { code: 0, video: false, talkSec: 0 }),
  ],
};
