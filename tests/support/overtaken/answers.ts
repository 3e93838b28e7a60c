import { messageOf, PARTNER } from '../scripted-server.ts';

/** Answers of the server, as parts of the rows of the table. */
export const group = (more: object = {}) => ({
  ...PARTNER,
  id: 'group-4',
  is_group: 1,
  displayName: 'Team',
  realname: 'Team',
  account: '',
  owner_id: 9,
  role: 3,
  notice: 'old notice',
  members: 3,
  stream: 'group-4',
  seq: 3,
  count: 1,
  mark: 1,
  last: { n: 1, id: 'g-1', type: 'text', content: 'hello', sendTime: 1, from_user: 9, from_name: 'Bert' },
  ...more,
});
/** The whole answer of the list; `seq` is the head of the own stream. */
export const listOf = (rows: readonly object[], seq = 0, more: object = {}) => ({
  code: 0,
  data: rows,
  count: 0,
  page: 0,
  cursor: 'c0',
  epoch: 'e1',
  seq,
  ...more,
});
export const syncOf = (more: object = {}) => ({
  code: 0,
  data: { epoch: 'e1', cursor: null, more: 0, frames: [], resync: [], registers: {}, ...more },
});
/** A chat with one read and one unread message. */
export const halfRead = { seq: 3, count: 2, mark: 1, at_mark: 1 };
export const bert = (more: object = {}) => ({ ...PARTNER, ...halfRead, ...more });

export const named = (realname: string, rev: number) => ({
  list: [{ id: 9, rev, realname, avatar: '', name_py: realname.toLowerCase(), index: realname.slice(0, 1) }],
});
export const config = (name: string, rev: number) => ({ sysInfo: { name }, epoch: 'e1', rev });

export const said = (n: number, content = `words ${n}`, more: object = {}) => ({
  ...messageOf(n, content, { from: 9, id: `m-${n}` }),
  ...more,
});
