import * as v from 'valibot';
import { count, person, secondsField, shownText } from '../down/fields.ts';
import { read } from '../down/read.ts';

const row = v.object({
  emoji: v.pipe(v.string(), v.nonEmpty()),
  time: secondsField,
  user: v.object({ user_id: person, displayName: shownText, realname: shownText, avatar: shownText }),
});

const envelope = v.object({ data: v.array(v.unknown()), count });

/** An answer of `reactions`; rows that cannot be read are left out. */
export function decodeReactionPeople(answer: unknown) {
  const parsed = read(envelope, answer, 'reactions');
  if (!parsed.ok) return { rows: [], total: 0 };
  const rows = parsed.value.data.flatMap((one) => {
    const read = v.safeParse(row, one);
    if (!read.success) return [];
    const { emoji, time, user } = read.output;
    const name = user.displayName || user.realname;
    return [{ emoji, atMs: time * 1_000, id: user.user_id, name, avatar: user.avatar }];
  });
  return { rows, total: parsed.value.count };
}
