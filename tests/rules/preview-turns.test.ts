import { describe, expect, it } from 'vitest';
import { userId } from '../../src/domain/ids.ts';
import { Turns } from '../../src/server/features/previews/previews.ts';

const limits = { atOnce: 4, ofPersonAtOnce: 2, waitingMax: 8, waitingOfPersonMax: 5 };
const [anna, bela, cleo] = [userId(1), userId(2), userId(3)];

function listExpected(turns: Turns, list: readonly (readonly [typeof anna, string])[]): readonly boolean[] {
  return list.map(([user, id]) => {
    const hasRoom = turns.hasRoomFor(user, id);
    if (hasRoom) turns.add(user, id);
    return hasRoom;
  });
}
/** All that begin now. */
function begin(turns: Turns): readonly string[] {
  const ids: string[] = [];
  for (let next = turns.next(); next !== null; next = turns.next()) ids.push(next.id);
  return ids;
}

describe('turns of users', () => {
  it('PREVIEW-2: users take turns, each with the oldest of theirs', () => {
    const turns = new Turns(limits);
    listExpected(turns, [
      [anna, 'a1'],
      [anna, 'a2'],
      [anna, 'a3'],
      [bela, 'b1'],
      [cleo, 'c1'],
    ]);
    expect(begin(turns)).toEqual(['a1', 'b1', 'c1', 'a2']);
    turns.ended(bela);
    // One place is free, and two of hers run.
    expect(begin(turns)).toEqual([]);
    turns.ended(anna);
    expect(begin(turns)).toEqual(['a3']);
  });

  it('PREVIEW-2: one user with many never has more than their share, and another begins at once', () => {
    const turns = new Turns(limits);
    listExpected(turns, [
      [anna, 'a1'],
      [anna, 'a2'],
      [anna, 'a3'],
      [anna, 'a4'],
    ]);
    expect(begin(turns)).toEqual(['a1', 'a2']);
    listExpected(turns, [[bela, 'b1']]);
    expect(begin(turns)).toEqual(['b1']);
  });

  it('PREVIEW-2: what waits is limited for one user and for all, and nothing waits twice', () => {
    const turns = new Turns(limits);
    const all = ['1', '2', '3', '4', '5', '6'];
    expect(listExpected(turns, [[anna, '1']])).toEqual([true]);
    expect(
      listExpected(
        turns,
        all.map((id) => [anna, id] as const),
      ),
    ).toEqual([false, true, true, true, true, false]);
    expect(
      listExpected(
        turns,
        all.map((id) => [bela, id] as const),
      ),
    ).toEqual([true, true, true, false, false, false]);
  });

  it('PREVIEW-2: after the end of the node nothing begins', () => {
    const turns = new Turns(limits);
    listExpected(turns, [[anna, 'a1']]);
    turns.clear();
    expect(begin(turns)).toEqual([]);
    expect(listExpected(turns, [[anna, 'a1']])).toEqual([true]);
  });
});
