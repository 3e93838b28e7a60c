import { expect, it } from 'vitest';
import { userId } from '../../src/domain/ids.ts';
import type { Composed } from '../../src/server/features/messages/compose.ts';
import { foretellPost } from '../../src/server/features/messages/send-array.ts';

const ME = userId(1);
const PLAIN: Composed = {
  id: 'm-1',
  to: '2',
  hash: 'x',
  type: 'text',
  content: 'hello',
  at: [],
  pid: null,
  extra: null,
  person: null,
  fileId: null,
};

it('COMMIT-12: the rows that a plain message needs are known in advance', () => {
  expect(foretellPost(ME, PLAIN)).toEqual({ by: ME, stream: '1-2', id: 'm-1', login: null });
  expect(foretellPost(ME, { ...PLAIN, to: 'group-7' }, 'login')).toEqual({
    by: ME,
    stream: 'group-7',
    id: 'm-1',
    login: 'login',
  });
  expect(foretellPost(ME, { ...PLAIN, to: 'nobody' })).toBeNull();
});

it.each<Partial<Composed>>([{ at: [2] }, { pid: 1 }, { extra: {} }, { person: userId(3) }, { fileId: 1 }])(
  'COMMIT-12: a message with %o asks for more',
  (more) => expect(foretellPost(ME, { ...PLAIN, ...more })).toBeNull(),
);
