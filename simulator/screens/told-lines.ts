import { GROUP_DEEDS, gatherTold } from '../../src/domain/group-lines.ts';
import type { Told, ToldRow } from '../../src/domain/group-lines.ts';
import { userId } from '../../src/domain/ids.ts';
import { drawnRows } from '../oracle/screens/told-lines.ts';
import type { RowFact, ToldFact } from '../oracle/screens/told-lines.ts';
import type { Chance } from '../plan/random.ts';
import { differs, eachFact } from './screen-rule.ts';
import type { ScreenRule } from './screen-rule.ts';

const named = (id: number) => ({ id: userId(id), name: `n${id}` });

function toldOf({ name, what, by, users }: ToldFact): Told {
  if (what !== 'joined') {
    const line = { seq: Number(name), afterN: 1, atMs: 1, what, by: named(by), who: null, value: '' };
    return { kind: 'line', line };
  }
  const note = { note: what, users: users.map(userId), names: [], by: userId(by), name: '' } as const;
  return { kind: 'joined', key: name, note };
}

const nameOf = (told: Told): string => (told.kind === 'line' ? String(told.line.seq) : told.key);

/** Few kinds and users per seed, so that several events follow each other. */
function drawRows(chance: Chance): readonly RowFact[] {
  const deeds = [chance.pick(GROUP_DEEDS), chance.pick(GROUP_DEEDS)];
  const people = [1, 2, 3].slice(0, chance.pick([1, 2, 3]));
  let name = 0;
  const fact = (what: ToldFact['what']): ToldFact => {
    const by = chance.pick(people);
    name += 1;
    const users = chance.pick([[by], [4], [by, 4], [4, 5]]);
    return { name: String(name), what, by, users };
  };
  const below = () =>
    Array.from({ length: chance.pick([0, 0, 1, 2, 3]) }, () =>
      fact(chance.happens(0.8) ? (deeds[0] ?? 'left') : chance.pick(deeds)),
    );
  return Array.from({ length: chance.whole(0, 6) }, () => ({
    self: chance.happens(0.6) ? fact(chance.happens(0.8) ? 'joined' : chance.pick(deeds)) : null,
    below: below(),
    parts: chance.happens(0.2),
  }));
}

const rowOf = ({ self, below, parts }: RowFact): ToldRow => ({
  self: self && toldOf(self),
  below: below.map(toldOf).flatMap((told) => (told.kind === 'line' ? [told.line] : [])),
  parts,
});

/** Events of a group, merged where they are adjacent (GROUP-28). */
export const toldLinesRule: ScreenRule = {
  name: 'told lines',
  faults: (chance) =>
    eachFact(() => {
      const rows = drawRows(chance);
      const drawn = gatherTold(rows.map(rowOf)).map((row) => row.map((told) => told.map(nameOf)));
      return differs(rows, drawn, drawnRows(rows));
    }),
};
