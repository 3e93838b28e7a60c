import * as v from 'valibot';
import { count, person, shownText } from '../down/fields.ts';
import { read } from '../down/read.ts';

const row = v.object({ user_id: person, displayName: shownText, realname: shownText, avatar: shownText });
const envelope = v.object({ data: v.array(v.unknown()), count });

/** An answer of `readBy`; rows that cannot be read are left out. */
export function decodeReaders(answer: unknown) {
  const parsed = read(envelope, answer, 'readBy');
  if (!parsed.ok) return { rows: [], of: 0 };
  const rows = parsed.value.data.flatMap((one) => {
    const read = v.safeParse(row, one);
    if (!read.success) return [];
    const { user_id: id, displayName, realname, avatar } = read.output;
    return [{ id, name: displayName || realname, avatar }];
  });
  return { rows, of: parsed.value.count };
}
