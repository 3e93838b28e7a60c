import { triedOf } from '../checkers/tried.ts';
import { expectedMoments } from '../oracle/answers/moments.ts';
import type { ShownMoments } from '../oracle/answers/moments.ts';
import { otherwise } from '../witness/answers.ts';
import { fieldsOf, listOf } from '../witness/answers/rule.ts';
import type { Fields } from '../witness/answers/rule.ts';
import type { World } from '../world/world-type.ts';
import { asks, tokenOf } from './readings.ts';

/** Every user reads the posts of others: all, in pages, and of one author (MOMENT-1, MOMENT-3). */
export async function momentsRead(world: World): Promise<readonly string[]> {
  const all = shownIn(world);
  const [newest] = all.moments;
  if (!newest) return [];
  const { oracle } = triedOf(world);
  const faults: string[] = [];
  for (const person of world.people) {
    const token = tokenOf(person);
    if (token === null) continue;
    const friend = world.people.find((one) => oracle.areFriends(one.id, person.id))?.id ?? person.id;
    for (const [author, before, limit] of [
      [null, 0, 100],
      [null, newest.id, 2],
      [friend, 0, 1],
    ] as const) {
      const body = { ...(author !== null && { user_id: author }), last_id: before, limit };
      const { answer } = await asks(world, token, '/enterprise/moments/list', body);
      const wanted = expectedMoments(oracle, all, { me: person.id, author, before, limit });
      if (wanted === null || answer?.code !== 0) continue;
      const wrong = otherwise(wanted, listOf(answer.data).map(momentOf));
      if (wrong !== null) faults.push(`${person.id} is shown moments, of which ${wrong}`);
    }
  }
  return faults;
}

/** The newest first. */
const shownIn = ({ store }: World): ShownMoments => ({
  moments: store
    .rows('moments')
    .map((row) => ({ id: Number(row['id']), author: Number(row['author']), words: String(row['content']) }))
    .toSorted((a, b) => b.id - a.id),
  likes: store.rows('likes').map((row) => ({ moment: Number(row['moment']), by: Number(row['user_id']) })),
  comments: store.rows('comments').map((row) => ({
    id: Number(row['id']),
    moment: Number(row['moment']),
    by: Number(row['author']),
    to: row['reply_to'] === null ? null : Number(row['reply_to']),
    words: String(row['content']),
  })),
});

const called = (card: unknown) => [fieldsOf(card)['id'], fieldsOf(card)['displayName']];

const momentOf = (row: Fields) => ({
  id: row['id'],
  by: called(row['user']),
  words: row['content'],
  isMine: row['mine'] === 1,
  isLiked: row['liked'] === 1,
  likes: listOf(row['likes'])
    .map((one) => called(one).join())
    .toSorted(),
  comments: listOf(row['comments']).map((one) => ({
    id: one['id'],
    by: called(one['user']),
    to: one['reply_to'] === null ? null : called(one['reply_to']),
    words: one['content'],
  })),
});
