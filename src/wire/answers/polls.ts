import * as v from 'valibot';
import { count, person, secondsField, shownText } from '../down/fields.ts';
import { read } from '../down/read.ts';

const row = v.object({
  time: secondsField,
  user: v.object({ user_id: person, displayName: shownText, realname: shownText, avatar: shownText }),
});

const envelope = v.object({ data: v.array(v.unknown()), count });

/** An answer of `voters`; rows that cannot be read are left out. */
export function decodeVoters(answer: unknown) {
  const parsed = read(envelope, answer, 'voters');
  if (!parsed.ok) return { rows: [], total: 0 };
  const rows = parsed.value.data.flatMap((one) => {
    const read = v.safeParse(row, one);
    if (!read.success) return [];
    const { time, user } = read.output;
    return [
      {
        atMs: time * 1_000,
        id: user.user_id,
        name: user.displayName || user.realname,
        avatar: user.avatar,
      },
    ];
  });
  return { rows, total: parsed.value.count };
}
